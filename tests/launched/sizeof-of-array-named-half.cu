__global__ void k(int *a) { __shared__ int s[64]; s[threadIdx.x] = 1; }
int main() { int *a; float half[64]; k<<<1, 32 * sizeof(half)>>>(a); }
