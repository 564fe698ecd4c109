// unknown --blockDim=64 --gridDim=1
// One of no width pads its struct: sizeof(B) is 4.
struct B { char a; int : 0; };
__global__ void k2(B *s) { int t = threadIdx.x; if (t < 32) s[t + 32].a = 1; else ((char *)s)[128 + 4 * (t - 32)] = 2; }
