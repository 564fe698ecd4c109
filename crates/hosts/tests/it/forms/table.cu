__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
const int SIZES[4] = {64, 128, 256, 512};
void fill(int *, int);
int main(int argc, char **argv) {
  int level = atoi(argv[1]);
  float *a;
  cudaMalloc(&a, 4 * SIZES[level]);
  k<<<1, 1>>>(a, SIZES[level]);
  k<<<2, 1>>>(a, 64);
  k<<<3, 1>>>(a, SIZES[level] + 1);
  k<<<4, 1>>>(a, SIZES[atoi(argv[2])]);
  int t[2] = {100, 200};
  cudaMalloc(&a, 4 * 200);
  k<<<5, 1>>>(a, t[level]);
  // An element has another value.
  t[level] = 1000;
  k<<<6, 1>>>(a, t[level]);
  int s[2] = {100, 200};
  fill(s, 2);
  k<<<7, 1>>>(a, s[level]);
  // The number of the element has another value.
  int r[2] = {100, 200}, at = level;
  cudaMalloc(&a, 4 * r[at]);
  at = 1 - at;
  k<<<8, 1>>>(a, r[at]);
  int m[2][2] = {{1, 2}, {3, 400}};
  cudaMalloc(&a, 4 * 3);
  k<<<9, 1>>>(a, m[0][level]);
  k<<<10, 1>>>(a, m[level][1]);
  int *p = r;
  p[level] = 300;
  k<<<11, 1>>>(a, r[level]);
}
//@ length(a) >= n
//= 8 main: k<<<1, 1>>>(a = [4 * (atoi(argv[1]) == 0 ? 64 : (atoi(argv[1]) == 1 ? 128 : (atoi(argv[1]) == 2 ? 256 : 512)))]@7, n = (atoi(argv[1]) == 0 ? 64 : (atoi(argv[1]) == 1 ? 128 : (atoi(argv[1]) == 2 ? 256 : 512)))) | meets
//= 9 main: k<<<2, 1>>>(a = [4 * (atoi(argv[1]) == 0 ? 64 : (atoi(argv[1]) == 1 ? 128 : (atoi(argv[1]) == 2 ? 256 : 512)))]@7, n = 64) | meets
//= 10 main: k<<<3, 1>>>(a = [4 * (atoi(argv[1]) == 0 ? 64 : (atoi(argv[1]) == 1 ? 128 : (atoi(argv[1]) == 2 ? 256 : 512)))]@7, n = (atoi(argv[1]) == 0 ? 64 : (atoi(argv[1]) == 1 ? 128 : (atoi(argv[1]) == 2 ? 256 : 512))) + 1) | violates: 4 * (atoi(argv[1]) == 0 ? 64 : (atoi(argv[1]) == 1 ? 128 : (atoi(argv[1]) == 2 ? 256 : 512))) / 4 >= (atoi(argv[1]) == 0 ? 64 : (atoi(argv[1]) == 1 ? 128 : (atoi(argv[1]) == 2 ? 256 : 512))) + 1
//= 11 main: k<<<4, 1>>>(a = [4 * (atoi(argv[1]) == 0 ? 64 : (atoi(argv[1]) == 1 ? 128 : (atoi(argv[1]) == 2 ? 256 : 512)))]@7, n = (atoi(argv[2]) == 0 ? 64 : (atoi(argv[2]) == 1 ? 128 : (atoi(argv[2]) == 2 ? 256 : 512)))) | if 4 * (atoi(argv[1]) == 0 ? 64 : (atoi(argv[1]) == 1 ? 128 : (atoi(argv[1]) == 2 ? 256 : 512))) / 4 >= (atoi(argv[2]) == 0 ? 64 : (atoi(argv[2]) == 1 ? 128 : (atoi(argv[2]) == 2 ? 256 : 512)))
//= 14 main: k<<<5, 1>>>(a = [800]@13, n = (atoi(argv[1]) == 0 ? 100 : 200)) | meets
//= 17 main: k<<<6, 1>>>(a = [800]@13, n = (atoi(argv[1]) == 0 ? ? : ?)) | unchecked: its value is not followed
//= 20 main: k<<<7, 1>>>(a = [800]@13, n = (atoi(argv[1]) == 0 ? ? : ?)) | unchecked: it depends on `fill`, which is not followed
//= 25 main: k<<<8, 1>>>(a = [4 * (atoi(argv[1]) == 0 ? 100 : 200)]@23, n = (1 + atoi(argv[1]) * (-1) == 0 ? 100 : 200)) | if 4 * (atoi(argv[1]) == 0 ? 100 : 200) / 4 >= (1 + atoi(argv[1]) * (-1) == 0 ? 100 : 200)
//= 28 main: k<<<9, 1>>>(a = [12]@27, n = (atoi(argv[1]) == 0 ? 1 : 2)) | meets
//= 29 main: k<<<10, 1>>>(a = [12]@27, n = ?) | unchecked: which part of a variable is read is not known
//= 32 main: k<<<11, 1>>>(a = [12]@27, n = (atoi(argv[1]) == 0 ? ? : ?)) | unchecked: its value is not followed
