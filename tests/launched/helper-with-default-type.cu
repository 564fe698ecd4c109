__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
template <class T = unsigned char> T threads(int n) { return n + 0; }
void f(int *a) { k<<<1, 32 + 256 - threads(256)>>>(a); }
