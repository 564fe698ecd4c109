// unknown --blockDim=64 --gridDim=1
// In Out2 the name In is that of Out.
struct Out { struct In { char c; }; }; struct In { int c; };
struct Out2 : Out { static __device__ void put(char *p, int i) { In *q = (In *)p; q[i].c = 1; } };
__global__ void k1(char *p) { int t = threadIdx.x; if (t < 32) Out2::put(p, t + 32); else p[t] = 2; }
