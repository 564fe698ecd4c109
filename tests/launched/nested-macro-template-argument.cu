template <int N> __global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x * N] = 1; }
#define W 1 + 1
#define V W
int main(int c, char **v) { int *a; k<V * 2><<<1, 64>>>(a); k<3><<<1, 10>>>(a); k<4><<<1, 8>>>(a); }
