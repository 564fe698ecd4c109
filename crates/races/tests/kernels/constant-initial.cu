// wrong --blockDim=64 --gridDim=1
// stmt.rs:global sets the initial bytes of a __constant__ variable, which the host may have written (cudaMemcpyToSymbol) before the launch; memory.rs:shared_value believes it.
__constant__ int n = 0;
__global__ void k(int *A) { if (n) A[0] = threadIdx.x; }
