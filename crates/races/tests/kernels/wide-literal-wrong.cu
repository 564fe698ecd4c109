// wrong:a --blockDim=64 --gridDim=1
// The program itself says that it wraps round.
__global__ void k(int *a) { a[threadIdx.x * (size_t)4611686018427387904] = 1; }
