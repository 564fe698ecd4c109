// unknown --blockDim=64 --gridDim=1
// exec.rs:call: the address of a private object is passed, whose cells hold an address of global memory: the callee may write there (and the barrier/atomics too).
struct S { int *p; };
extern __device__ void foo(S *);
__global__ void k(int *A) { S s; s.p = A; foo(&s); }
