// wrong
// help: safe if gridDim.x == 1; the launch in line 15 has that
// Each block writes the same elements, which is right in the first of the launches.
__global__ void turned(float *a, unsigned n) {
    __shared__ float kept[256];
    if (threadIdx.x < n && n <= 256 && threadIdx.x < 256) {
        kept[threadIdx.x] = a[threadIdx.x];
    }
    __syncthreads();
    if (threadIdx.x < n && n <= 256 && threadIdx.x < 256) {
        a[n - 1 - threadIdx.x] = kept[threadIdx.x];
    }
}

void run(float *a, unsigned n) { turned<<<1, 256>>>(a, n); }
void more(float *a, unsigned n) { turned<<<2, 256>>>(a, n); }
