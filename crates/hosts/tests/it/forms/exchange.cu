#include <utility>
__global__ void k(float *a, float *b, int n) { a[threadIdx.x] = b[n]; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *a, *b, *c;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  for (int i = 0; i < n; i++) {
    k<<<1, 1>>>(a, b, 100);
    float *t = a;
    a = b;
    b = t;
  }
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 200);
  for (int i = 0; i < n; i++) {
    k<<<1, 2>>>(a, b, 100);
    std::swap(a, b);
  }
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  for (int i = 0; i < n; i++) {
    k<<<1, 3>>>(a, b, 100);
    if (i % 2) std::swap(a, b);
  }
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  for (int i = 0; i < n; i++) {
    k<<<1, 4>>>(a, b, 100);
    float *t = a;
    a = b;
    if (i == 7) continue;
    b = t;
  }
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  cudaMalloc(&c, 200);
  for (int i = 0; i < n; i++) {
    k<<<1, 5>>>(a, b, 100);
    float *t = a;
    a = b;
    b = c;
    c = t;
  }
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  for (int i = 0; i < n; i++) {
    k<<<1, 6>>>(a, b, 100);
    std::swap(a, b);
    if (i == 100) cudaFree(b);
  }
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  float **p = &a;
  for (int i = 0; i < n; i++) {
    k<<<1, 7>>>(a, b, 100);
    std::swap(a, b);
    *p = b;
  }
}
//@ length(a) >= n
//@ disjoint(a, b)
//= 9 main: k<<<1, 1>>>(a = [400]@6, b = [400]@7, n = 100) | meets, meets
//= 9 main: k<<<1, 1>>>(a = [400]@7, b = [400]@6, n = 100) | meets, meets
//= 17 main: k<<<1, 2>>>(a = [400]@14, b = [200]@15, n = 100) | meets, meets
//= 17 main: k<<<1, 2>>>(a = [200]@15, b = [400]@14, n = 100) | violates: 50 >= 100, meets
//= 23 main: k<<<1, 3>>>(a = ?, b = ?, n = 100) | unchecked: it is changed in a loop, unchecked: it is changed in a loop
//= 29 main: k<<<1, 4>>>(a = ?, b = ?, n = 100) | unchecked: it is changed in a loop, unchecked: it is changed in a loop
//= 39 main: k<<<1, 5>>>(a = [400]@35, b = [400]@36, n = 100) | meets, meets
//= 39 main: k<<<1, 5>>>(a = [400]@36, b = [200]@37, n = 100) | meets, meets
//= 39 main: k<<<1, 5>>>(a = [200]@37, b = [400]@35, n = 100) | violates: 50 >= 100, meets
//= 48 main: k<<<1, 6>>>(a = freed, b = freed, n = 100) | unchecked: the memory of `a` may have been given back, unchecked: the memory of `a` may have been given back
//= 48 main: k<<<1, 6>>>(a = freed, b = freed, n = 100) | unchecked: the memory of `a` may have been given back, unchecked: the memory of `a` may have been given back
//= 56 main: k<<<1, 7>>>(a = [400]@52, b = [400]@53, n = 100) | meets, meets
//= 56 main: k<<<1, 7>>>(a = [400]@52, b = [400]@52, n = 100) | meets, violates: disjoint(a, b)
