// repaired:1 --blockDim=64 --gridDim=1
#define LOAD(i) s[t] = a[i]; s[t] += 1;
#define STORE(i, v) do { a[i] = v; } while (0)
__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    LOAD(t)
    STORE(t, s[63 - t]);
}
