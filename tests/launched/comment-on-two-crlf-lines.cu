__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
const int n = 64;
int main() { int *a;
// see C:\tmp\
const int n = 32;
k<<<1, n>>>(a); }
