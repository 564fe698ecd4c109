// wrong:a --blockDim=64 --gridDim=1
// Nothing wraps round where `n` is zero.
__global__ void k(int *a, size_t n) { a[(size_t)threadIdx.x * n] = 1; }
