// lists FOO
#ifdef FOO
#pragma pack(1)
#endif
struct S { char a; int b; };
__global__ void k(int *p) { p[threadIdx.x * (sizeof(S) - 5)] = threadIdx.x; }
