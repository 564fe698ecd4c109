// unknown --blockDim=64 --gridDim=1
// The V of the array is the char of Z1.
typedef int V; struct Z1 { typedef char V; V x; }; struct Z2 : Z1 { V arr[4]; };
__global__ void k3(Z2 *p) { int t = threadIdx.x; if (t < 32) p[t + 32].x = 1; else ((char *)p)[5 * t] = 2; }
