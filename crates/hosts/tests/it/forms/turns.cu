__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int touch(int *p);
int main(int argc, char **argv) {
  float *a, *q[3];
  cudaMalloc(&a, 4 * 512);
  for (int b = 64; b <= 512; b *= 2) k<<<1, b>>>(a, b);
  for (int b = 256; b <= 1024; b *= 2) k<<<2, b>>>(a, b);
  int sizes[] = {32, 64, 513};
  for (int s : sizes) k<<<3, s>>>(a, s);
  int left = 8;
  while (left > 1) {
    k<<<4, left>>>(a, left);
    left /= 2;
  }
  k<<<5, 1>>>(a, left);
  for (int i = 0; i < 3; i++) cudaMalloc(&q[i], 1024);
  k<<<6, 1>>>(q[2], 256);
  // The body may change what is counted.
  for (int b = 1; b < 4; b++) {
    touch(&b);
    k<<<7, 1>>>(a, b);
  }
  // It may be left early, or go on early.
  int last = 1;
  for (int b = 1; b < 4; b++) {
    if (argc == b) break;
    last = 100 * b;
  }
  k<<<8, 1>>>(a, last);
  for (int b = 1; b < 4; b++) {
    if (argc == b) continue;
    last = 100 * b;
  }
  k<<<9, 1>>>(a, last);
  // Too many turns, and a bound that is not known.
  for (int b = 0; b < 100; b++) k<<<10, 1>>>(a, b);
  for (int b = 0; b < argc; b++) k<<<11, 1>>>(a, b);
  // Memory that only the first turn has.
  float *once;
  cudaMalloc(&once, 2048);
  for (int b = 0; b < 2; b++) {
    k<<<12, 1>>>(once, 512);
    cudaFree(once);
  }
  for (unsigned char b = 250; b > 3; b += 2) k<<<13, 1>>>(a, b);
  for (int b = 0; b < 2; b++)
    for (int c = 0; c < 2; c++) k<<<14, 1>>>(a, 511 + b * c);
  for (int b = 0; b < 3; b++) {
    if (argc == 7) return 1;
    last = b;
  }
  k<<<15, 1>>>(a, last);
  // So many turns in each other are not executed.
  for (int b = 0; b < 16; b++)
    for (int c = 0; c < 16; c++) last = b;
  k<<<16, 1>>>(a, last);
}
//@ length(a) >= n
//= 6 main: k<<<1, 64>>>(a = [2048]@5, n = 64) | meets
//= 6 main: k<<<1, 128>>>(a = [2048]@5, n = 128) | meets
//= 6 main: k<<<1, 256>>>(a = [2048]@5, n = 256) | meets
//= 6 main: k<<<1, 512>>>(a = [2048]@5, n = 512) | meets
//= 7 main: k<<<2, 256>>>(a = [2048]@5, n = 256) | meets
//= 7 main: k<<<2, 512>>>(a = [2048]@5, n = 512) | meets
//= 7 main: k<<<2, 1024>>>(a = [2048]@5, n = 1024) | violates: 512 >= 1024
//= 9 main: k<<<3, 32>>>(a = [2048]@5, n = 32) | meets
//= 9 main: k<<<3, 64>>>(a = [2048]@5, n = 64) | meets
//= 9 main: k<<<3, 513>>>(a = [2048]@5, n = 513) | violates: 512 >= 513
//= 12 main: k<<<4, 8>>>(a = [2048]@5, n = 8) | meets
//= 12 main: k<<<4, 4>>>(a = [2048]@5, n = 4) | meets
//= 12 main: k<<<4, 2>>>(a = [2048]@5, n = 2) | meets
//= 15 main: k<<<5, 1>>>(a = [2048]@5, n = 1) | meets
//= 17 main: k<<<6, 1>>>(a = [1024]@16, n = 256) | meets
//= 21 main: k<<<7, 1>>>(a = [2048]@5, n = ?) | unchecked: it depends on `touch`, which is not followed
//= 29 main: k<<<8, 1>>>(a = [2048]@5, n = ?) | unchecked: it is changed in a loop
//= 34 main: k<<<9, 1>>>(a = [2048]@5, n = ?) | unchecked: it is changed in a loop
//= 36 main: k<<<10, 1>>>(a = [2048]@5, n = ?) | meets
//= 37 main: k<<<11, 1>>>(a = [2048]@5, n = ?) | unchecked: it is changed in a loop
//= 42 main: k<<<12, 1>>>(a = [2048]@40, n = 512) | meets
//= 42 main: k<<<12, 1>>>(a = freed, n = 512) | unchecked: the memory of `a` may have been given back
//= 45 main: k<<<13, 1>>>(a = [2048]@5, n = 250) | meets
//= 45 main: k<<<13, 1>>>(a = [2048]@5, n = 252) | meets
//= 45 main: k<<<13, 1>>>(a = [2048]@5, n = 254) | meets
//= 47 main: k<<<14, 1>>>(a = [2048]@5, n = 511) | meets
//= 47 main: k<<<14, 1>>>(a = [2048]@5, n = 512) | meets
//= 52 main: k<<<15, 1>>>(a = [2048]@5, n = 2) | meets
//= 56 main: k<<<16, 1>>>(a = [2048]@5, n = ?) | unchecked: it is changed in a loop
