// repaired:30 --blockDim=64 --gridDim=1
#define PUT(i, v) s[i] = (v)
#define BLOCK(i, v) { s[i] = (v); }
__global__ void k(int *a) {
    __shared__ int s[192];
    int t = threadIdx.x;
    for (int i = 0; i < 64; i++)
        PUT((t + i) % 64, i);
    for (int i = 0; i < 64; i++)
        BLOCK(64 + (t + i) % 64, i)
    for (int i = 0; i < 64; i++) PUT(128 + (t + i) % 64, i);
}
