// wrong
// help: none
// One block does not help: its threads race as well.
__global__ void turned(float *a, unsigned n) {
    __shared__ float kept[256];
    if (threadIdx.x < n && n <= 256 && threadIdx.x < 256) {
        kept[threadIdx.x] = a[threadIdx.x];
        a[n - 1 - threadIdx.x] = kept[n - 1 - threadIdx.x];
    }
}

void run(float *a, unsigned n) { turned<<<1, 256>>>(a, n); }
