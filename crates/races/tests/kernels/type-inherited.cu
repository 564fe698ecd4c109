// unknown --blockDim=64 --gridDim=1
// In B the name T is the char of A.
typedef int T;
struct A { typedef char T; };
struct B : A { static __device__ void put(char *p, int i) { T *q = (T *)p; q[i] = 1; } };
__global__ void k(char *p) { int t = threadIdx.x; if (t < 32) B::put(p, t + 32); else p[t] = 2; }
