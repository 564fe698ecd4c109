// repaired:1 --blockDim=64 --gridDim=1
__global__ void k(int *a, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    switch (n) {
    case 1:
        s[t] = a[t];
    case 2:
        a[t] = s[63 - t];
    }
}
