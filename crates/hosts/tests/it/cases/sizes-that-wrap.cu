// What has to fit is said as it is.
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]), m = atoi(argv[2]);
  float *a;
  int bytes = n * sizeof(float);
  cudaMalloc(&a, bytes);
  k<<<1, 1>>>(a, n);
  unsigned wide = n * m;
  cudaMalloc(&a, wide * 4u);
  k<<<2, 1>>>(a, n * m);
  cudaMalloc(&a, (size_t)n * m * 4);
  k<<<3, 1>>>(a, n * m);
  // Of a number that is bounded nothing has to be said.
  if (n < 0 || n > 1000) return 1;
  int less = n * sizeof(float);
  cudaMalloc(&a, less);
  k<<<4, 1>>>(a, n);
  unsigned short narrow = n * 70;
  cudaMalloc(&a, narrow);
  k<<<5, 1>>>(a, narrow / 4);
  k<<<6, 1>>>(a, n * 17);
}
//@ length(a) >= n
//= 8 main: k<<<1, 1>>>(a = [uint64(int32(uint64(uint64(atoi(argv[1])) * 4)))]@7, n = atoi(argv[1])) | if atoi(argv[1]) * 4 <= 2147483647 && atoi(argv[1]) >= 0
//= 11 main: k<<<2, 1>>>(a = [uint32(uint32(atoi(argv[1]) * atoi(argv[2])) * 4)]@10, n = atoi(argv[1]) * atoi(argv[2])) | if atoi(argv[1]) * atoi(argv[2]) * 4 <= 4294967295 && atoi(argv[1]) * atoi(argv[2]) >= 0
//= 13 main: k<<<3, 1>>>(a = [uint64(uint64(uint64(atoi(argv[1])) * uint64(atoi(argv[2]))) * 4)]@12, n = atoi(argv[1]) * atoi(argv[2])) | if atoi(argv[1]) >= 0 && atoi(argv[2]) >= 0
//= 18 main: k<<<4, 1>>>(a = [uint64(int32(uint64(uint64(atoi(argv[1])) * 4)))]@17, n = atoi(argv[1])) | meets
//= 21 main: k<<<5, 1>>>(a = [uint16(atoi(argv[1]) * 70)]@20, n = uint16(atoi(argv[1]) * 70) / 4) | meets
//= 22 main: k<<<6, 1>>>(a = [uint16(atoi(argv[1]) * 70)]@20, n = atoi(argv[1]) * 17) | if atoi(argv[1]) * 70 <= 65535
