// unknown:K201 --blockDim=64 --gridDim=1
// GNU's generic load writes what it reads through its second operand: all threads write a[0].
__global__ void k(int *p, int *a) { __atomic_load(p, a, __ATOMIC_RELAXED); }
