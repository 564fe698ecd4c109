template <typename half> void go(int *a);
__global__ void k(int *a) { __shared__ int s[64]; s[threadIdx.x] = 1; }
template <typename half> void go(int *a) { k<<<1, 32 * sizeof(half)>>>(a); }
int main() { int *a; go<float>(a); }
