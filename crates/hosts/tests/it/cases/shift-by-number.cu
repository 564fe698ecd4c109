// A power of two whose exponent comes from outside: a shift into the sign wraps.
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int e = atoi(argv[1]);
  size_t n = (size_t)1 << e;
  float *a;
  cudaMalloc(&a, n * 4);
  k<<<1, 1>>>(a, 1);
  k<<<2, 1>>>(a, 2);
  int m = 1 << e;
  cudaMalloc(&a, 4);
  k<<<3, 1>>>(a, m);
  k<<<4, 1>>>(a, 8 >> e);
  k<<<5, 1>>>(a, m > 0 ? 1 : 2);
}
//@ length(a) >= n
//= 8 main: k<<<1, 1>>>(a = [uint64((1 << atoi(argv[1])) * 4)]@7, n = 1) | if (1 << atoi(argv[1])) * 4 <= 18446744073709551615
//= 9 main: k<<<2, 1>>>(a = [uint64((1 << atoi(argv[1])) * 4)]@7, n = 2) | if uint64((1 << atoi(argv[1])) * 4) / 4 >= 2
//= 12 main: k<<<3, 1>>>(a = [4]@11, n = int32((1 << atoi(argv[1])))) | if 1 >= int32((1 << atoi(argv[1])))
//= 13 main: k<<<4, 1>>>(a = [4]@11, n = 8 / (1 << atoi(argv[1]))) | if 1 >= 8 / (1 << atoi(argv[1]))
//= 14 main: k<<<5, 1>>>(a = [4]@11, n = (int32((1 << atoi(argv[1]))) > 0 ? 1 : 2)) | if (1 << atoi(argv[1])) <= 2147483647
