// wrong
// help: none
// All blocks but one race with themselves: that there is one block does not help.
__global__ void moved(float *a, int n) {
    if (blockIdx.x == 0 && threadIdx.x + 1 < n) {
        a[threadIdx.x] = a[threadIdx.x + 1];
    }
    if (blockIdx.x == 1) a[0] = 1;
}

void run(float *a, int n) { moved<<<1, 64>>>(a, n); }
