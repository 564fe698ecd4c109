__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int up(int n, int to) {
  int rest = n % to;
  if (rest == 0) return n;
  return n + to - rest;
}
int size_of(int kind) {
  if (kind == 1) return 100;
  if (kind == 2) return 200;
  return 300;
}
int read();
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *a;
  int all = up(n, 128);
  cudaMalloc(&a, 4 * all);
  k<<<1, 1>>>(a, n);
  k<<<2, 1>>>(a, n + 128);
  int m = n;
  if (m < 256) m = 256;
  cudaMalloc(&a, 4 * m);
  k<<<3, 1>>>(a, 256);
  k<<<4, 1>>>(a, n);
  k<<<5, 1>>>(a, n < 257 ? 257 : n);
  // One that a call gives is another one each time.
  int s = size_of(n);
  cudaMalloc(&a, 4 * s);
  k<<<6, 1>>>(a, s);
  k<<<7, 1>>>(a, 100);
  k<<<8, 1>>>(a, n == 2 ? 200 : 100);
  int x = 100, y = 100;
  if (read() > 3) x = 200;
  if (read() > 3) y = 200;
  cudaMalloc(&a, 4 * x);
  k<<<9, 1>>>(a, y);
  // The number is another one where it is compared again.
  int z = 100, c = n;
  if (c < 3) z = 200;
  c++;
  int w = 100;
  if (c < 3) w = 200;
  cudaMalloc(&a, 4 * w);
  k<<<10, 1>>>(a, z);
  cudaMalloc(&a, 4 * z);
  k<<<11, 1>>>(a, w);
  // It is compared without a sign, or changed while it is.
  int u = 100;
  if ((unsigned)n < 8u) u = n;
  cudaMalloc(&a, 4 * u);
  k<<<12, 1>>>(a, u);
  volatile int v = 1;
  int p = v < 3 ? 100 : 200, q = v < 3 ? 100 : 200;
  cudaMalloc(&a, 4 * p);
  k<<<13, 1>>>(a, q);
  int d = n, e = 300;
  if (d++ < 3) e = 200;
  cudaMalloc(&a, 4 * e);
  k<<<14, 1>>>(a, n < 3 ? 200 : 300);
  k<<<15, 1>>>(a, d < 3 ? 200 : 300);
}
//@ length(a) >= n
//= 18 main: k<<<1, 1>>>(a = [uint64(4 * (atoi(argv[1]) % 128 == 0 ? atoi(argv[1]) : atoi(argv[1]) + 128 + atoi(argv[1]) % 128 * (-1)))]@17, n = atoi(argv[1])) | meets
//= 19 main: k<<<2, 1>>>(a = [uint64(4 * (atoi(argv[1]) % 128 == 0 ? atoi(argv[1]) : atoi(argv[1]) + 128 + atoi(argv[1]) % 128 * (-1)))]@17, n = atoi(argv[1]) + 128) | if uint64(4 * (atoi(argv[1]) % 128 == 0 ? atoi(argv[1]) : atoi(argv[1]) + 128 + atoi(argv[1]) % 128 * (-1))) / 4 >= atoi(argv[1]) + 128
//= 23 main: k<<<3, 1>>>(a = [4 * (atoi(argv[1]) < 256 ? 256 : atoi(argv[1]))]@22, n = 256) | meets
//= 24 main: k<<<4, 1>>>(a = [4 * (atoi(argv[1]) < 256 ? 256 : atoi(argv[1]))]@22, n = atoi(argv[1])) | meets
//= 25 main: k<<<5, 1>>>(a = [4 * (atoi(argv[1]) < 256 ? 256 : atoi(argv[1]))]@22, n = (atoi(argv[1]) < 257 ? 257 : atoi(argv[1]))) | if 4 * (atoi(argv[1]) < 256 ? 256 : atoi(argv[1])) / 4 >= (atoi(argv[1]) < 257 ? 257 : atoi(argv[1]))
//= 29 main: k<<<6, 1>>>(a = [4 * (atoi(argv[1]) == 1 ? 100 : (atoi(argv[1]) == 2 ? 200 : 300))]@28, n = (atoi(argv[1]) == 1 ? 100 : (atoi(argv[1]) == 2 ? 200 : 300))) | meets
//= 30 main: k<<<7, 1>>>(a = [4 * (atoi(argv[1]) == 1 ? 100 : (atoi(argv[1]) == 2 ? 200 : 300))]@28, n = 100) | meets
//= 31 main: k<<<8, 1>>>(a = [4 * (atoi(argv[1]) == 1 ? 100 : (atoi(argv[1]) == 2 ? 200 : 300))]@28, n = (atoi(argv[1]) == 2 ? 200 : 100)) | meets
//= 36 main: k<<<9, 1>>>(a = [4 * x]@35, n = y) | if 4 * x / 4 >= y
//= 44 main: k<<<10, 1>>>(a = [4 * (atoi(argv[1]) + 1 < 3 ? 200 : 100)]@43, n = (atoi(argv[1]) < 3 ? 200 : 100)) | if 4 * (atoi(argv[1]) + 1 < 3 ? 200 : 100) / 4 >= (atoi(argv[1]) < 3 ? 200 : 100)
//= 46 main: k<<<11, 1>>>(a = [4 * (atoi(argv[1]) < 3 ? 200 : 100)]@45, n = (atoi(argv[1]) + 1 < 3 ? 200 : 100)) | meets
//= 51 main: k<<<12, 1>>>(a = [uint64(4 * (uint32(atoi(argv[1])) < 8 ? atoi(argv[1]) : 100))]@50, n = (uint32(atoi(argv[1])) < 8 ? atoi(argv[1]) : 100)) | meets
//= 55 main: k<<<13, 1>>>(a = [4 * v < 3 ? 100 : 200]@54, n = v < 3 ? 100 : 200) | if 4 * v < 3 ? 100 : 200 / 4 >= v < 3 ? 100 : 200
//= 59 main: k<<<14, 1>>>(a = [4 * (atoi(argv[1]) < 3 ? 200 : 300)]@58, n = (atoi(argv[1]) < 3 ? 200 : 300)) | meets
//= 60 main: k<<<15, 1>>>(a = [4 * (atoi(argv[1]) < 3 ? 200 : 300)]@58, n = (atoi(argv[1]) + 1 < 3 ? 200 : 300)) | if 4 * (atoi(argv[1]) < 3 ? 200 : 300) / 4 >= (atoi(argv[1]) + 1 < 3 ? 200 : 300)
