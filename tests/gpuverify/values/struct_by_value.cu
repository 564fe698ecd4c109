//args: --blockDim=64 --gridDim=1
//expect: pass
struct P { int x, y; char c[4]; };
__device__ struct P swap(struct P a) { struct P b; b.x = a.y; b.y = a.x; b.c[0] = a.c[1]; return b; }
__global__ void k(struct P q, int *p) { struct P r = swap(swap(q)); __assert(r.x == q.x); p[threadIdx.x] = r.y; }
