// unknown --blockDim=64 --gridDim=1
// The Q of the using-declaration is not that of the file.
namespace n1 { struct Q { char c; }; } struct Q { int c; };
__global__ void k2(char *p) { using n1::Q; int t = threadIdx.x; if (t < 32) { Q *q = (Q *)p; q[t + 32].c = 1; } else p[t] = 2; }
