// wrong --blockDim=64 --gridDim=1
// memory.rs:store (and load, touch) makes no Bounds obligation for private arrays, though their size is known; only exec.rs:access does.
__global__ void k(int *A) { int a[4]; a[threadIdx.x] = 1; A[threadIdx.x] = a[0]; }
