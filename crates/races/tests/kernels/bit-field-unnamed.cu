// unknown --blockDim=64 --gridDim=1
// An unnamed bit field does not align its struct: sizeof(A) is 2.
struct A { char a; int : 5; };
__global__ void k1() { __shared__ A s[64]; int t = threadIdx.x; if (t < 32) s[t + 32].a = 1; else ((char *)s)[64 + 2 * (t - 32)] = 2; }
