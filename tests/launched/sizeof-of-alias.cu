namespace my { struct float4 { float v[8]; }; }
using namespace my;
__global__ void k(int *a) { __shared__ int s[64]; s[threadIdx.x] = 1; }
int main() { int *a; using int4 = double[8]; k<<<1, 4 * sizeof(int4)>>>(a); }
