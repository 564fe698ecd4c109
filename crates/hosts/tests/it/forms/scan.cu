#include <cstdio>
#include <iostream>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
struct Sizes {
  int rows, columns;
  char name[16];
};
int main(int argc, char **argv) {
  float *a, *b;
  int n = 4, m = 8;
  Sizes s;
  s.rows = s.columns = 2;
  FILE *file = fopen(argv[1], "r");
  if (fscanf(file, "%d %d", &n, &s.rows) != 2) return 1;
  cudaMalloc(&a, n * sizeof(float));
  k<<<1, 32>>>(a, n);
  k<<<1, 32>>>(a, s.rows);
  k<<<1, 32>>>(a, s.columns);
  std::cin >> m;
  cudaMalloc(&b, m * sizeof(float));
  k<<<1, 32>>>(b, m);
  // Not what a reader of numbers fills: the rest of the array is written, too.
  sscanf(argv[2], "%s", &s.name[0]);
  k<<<1, 32>>>(b, s.name[3]);
  // Written through a pointer that is read from somewhere.
  int *p = *(int **)argv[3];
  scanf("%d", p);
  k<<<1, 32>>>(b, m);
}
//@ length(a) >= n
//= 16 main: k<<<1, 32>>>(a = [uint64(uint64(n) * 4)]@15, n = n) | meets
//= 17 main: k<<<1, 32>>>(a = [uint64(uint64(n) * 4)]@15, n = s.rows) | if uint64(uint64(n) * 4) / 4 >= s.rows
//= 18 main: k<<<1, 32>>>(a = [uint64(uint64(n) * 4)]@15, n = 2) | if uint64(uint64(n) * 4) / 4 >= 2
//= 21 main: k<<<1, 32>>>(a = [uint64(uint64(m) * 4)]@20, n = m) | meets
//= 24 main: k<<<1, 32>>>(a = [uint64(uint64(m) * 4)]@20, n = ?) | unchecked: it is returned by `sscanf`
//= 28 main: k<<<1, 32>>>(a = [uint64(uint64(m) * 4)]@20, n = m) | meets
