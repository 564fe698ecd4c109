// lists FOO
namespace A { __device__ int f(int x) { return x; } }
namespace B { __device__ int f(int x) { return 0; } }
#ifdef FOO
using namespace B;
#else
using namespace A;
#endif
__global__ void k(int *p) { p[f(threadIdx.x)] = threadIdx.x; }
