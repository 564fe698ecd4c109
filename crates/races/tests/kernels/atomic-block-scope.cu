// wrong --blockDim=64 --gridDim=2
// exec.rs StmtKind::Atomic ignores the scope: an atomic of scope Block is no atomic for threads of another block.
__global__ void k(int *A) { atomicAdd_block(A, 1); }
