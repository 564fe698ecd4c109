__global__ void fast(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
__global__ void slow(int *a) { }
int main() { int *a; fast<<<1, 32>>>(a); [&slow = fast](int *a) { slow<<<1, 64>>>(a); }(a); }
