__global__ void k(int *a) { if (blockDim.y > 1) a[0] = threadIdx.y; }
template <typename T, int A, int B> struct Tr { static const int v = 1; };
int main() { int *a; dim3 b(Tr<float, 1, 1>::v, 64); k<<<1, b>>>(a); }
