// wrong --blockDim=64 --gridDim=1
// function.rs:kernel_value makes each pointer parameter Base(array); value.rs:is_null/equals then says it is never null, so what is done for a null argument is dead code (no assumption is listed).
__global__ void k(int *A, int *p) { if (p == nullptr) A[0] = threadIdx.x; }
