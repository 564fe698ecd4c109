#include <cstdio>
#include <cstdlib>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
static int last;
void check(cudaError_t status, const char *text, const char *file, int line) {
  if (status != cudaSuccess) {
    fprintf(stderr, "%s: %s:%d\n", text, file, line);
    exit(1);
  }
}
void both(cudaError_t one, int n) { last = n; }
void two(cudaError_t one, cudaError_t other) {}
#define CHECK(call) check(call, #call, __FILE__, __LINE__)
int main() {
  float *a, *b, *c, *d;
  int n = 100;
  CHECK(cudaMalloc(&a, n * sizeof(float)));
  k<<<1, 32>>>(a, n);
  // What is passed besides is what it changes.
  both(cudaMalloc(&b, (n = 50) * sizeof(float)), n);
  k<<<1, 32>>>(b, last);
  // Which of the two is allocated last is not known.
  two(cudaMalloc(&c, 4), cudaMalloc(&c, 4 * n));
  k<<<1, 32>>>(c, n);
  CHECK(cudaMalloc(&d, 400));
  CHECK(cudaFree(d));
  k<<<1, 32>>>(d, 100);
}
//@ length(a) >= n
//= 18 main: k<<<1, 32>>>(a = [400]@17, n = 100) | meets
//= 21 main: k<<<1, 32>>>(a = [200]@20, n = ?) | unchecked: its arguments may be computed in any order, and one changes something
//= 24 main: k<<<1, 32>>>(a = ?, n = 50) | unchecked: its arguments may be computed in any order, and one changes something
//= 27 main: k<<<1, 32>>>(a = freed, n = 100) | unchecked: the memory of `a` may have been given back
