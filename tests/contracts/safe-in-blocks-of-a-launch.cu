// wrong
// help: safe if blockDim.x == 64; the launch in line 12 has that
// Blocks of 64 threads fill their part of the array; nothing in the text says that they have no more.
__global__ void filled(int *a, int log) {
    int i = blockIdx.x;
    for (int at = 0; at < 6; at++) {
        i = i * 2;
    }
    a[i + threadIdx.x] = log;
}

void run(int *a, int blocks) { filled<<<blocks, 64>>>(a, 6); }
