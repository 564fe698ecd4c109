__global__ void k(float *a, float *b, int n) { a[threadIdx.x] = b[n]; }
int f();
int main(int argc, char **argv) {
  float *a, *b, *c;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  cudaMalloc(&c, 200);
  for (int i = 0; i < argc; i++) k<<<1, 1>>>(i % 2 ? a : b, i % 2 ? b : a, 100);
  for (int i = 0; i < argc; i++) k<<<1, 2>>>(i % 2 ? a : b, i % 2 ? a : b, 100);
  for (int i = 0; i < argc; i++) k<<<1, 3>>>(i % 2 ? a : c, b, 100);
  float *q[2] = {a, b};
  for (int i = 0; i < argc; i++) k<<<1, 4>>>(q[i % 2], q[1 - i % 2], 100);
  for (int i = 0; i < argc; i++) k<<<1, 5>>>(q[i % 2], q[(i + 2) % 2], 100);
  // What tells which is not known, or is another thing each time.
  k<<<1, 6>>>(f() ? a : b, f() ? b : a, 100);
  int i = argc;
  float *x = i > 3 ? a : b;
  i++;
  float *y = i > 3 ? b : a;
  k<<<1, 7>>>(x, y, 100);
  k<<<1, 8>>>(x, c, 50);
  cudaFree(a);
  k<<<1, 9>>>(x, c, 50);
  float *z;
  if (argc > 1) cudaMalloc(&z, 400);
  else z = c;
  k<<<1, 10>>>(z, b, 50);
  k<<<1, 11>>>(z + 10, b, 50);
  k<<<1, 12>>>(z + 10, b, 40);
  float **to = argc > 2 ? &b : &c;
  *to = z;
  k<<<1, 13>>>(b, c, 10);
  cudaFree(z);
  k<<<1, 14>>>(c, c, 10);
  cudaMalloc(&q[0], 400);
  cudaMalloc(&q[1], 400);
  // Never the same one: that is not shown, and nothing is said to be violated.
  for (int i = 0; i < argc; i++) k<<<1, 15>>>(q[i % 2], q[(i + 1) % 2], 100);
}
//@ length(a) >= n
//@ disjoint(a, b)
//= 8 main: k<<<1, 1>>>(a = [400]@5, b = [400]@6, n = 100) | meets, meets
//= 8 main: k<<<1, 1>>>(a = [400]@6, b = [400]@5, n = 100) | meets, meets
//= 9 main: k<<<1, 2>>>(a = [400]@5, b = [400]@5, n = 100) | meets, violates: disjoint(a, b)
//= 9 main: k<<<1, 2>>>(a = [400]@6, b = [400]@6, n = 100) | meets, violates: disjoint(a, b)
//= 10 main: k<<<1, 3>>>(a = [400]@5, b = [400]@6, n = 100) | meets, meets
//= 10 main: k<<<1, 3>>>(a = [200]@7, b = [400]@6, n = 100) | violates: 50 >= 100, meets
//= 12 main: k<<<1, 4>>>(a = [400]@5, b = [400]@6, n = 100) | meets, meets
//= 12 main: k<<<1, 4>>>(a = [400]@6, b = [400]@5, n = 100) | meets, meets
//= 13 main: k<<<1, 5>>>(a = [400]@5, b = [400]@5, n = 100) | meets, violates: disjoint(a, b)
//= 13 main: k<<<1, 5>>>(a = [400]@6, b = [400]@6, n = 100) | meets, violates: disjoint(a, b)
//= 15 main: k<<<1, 6>>>(a = ?, b = ?, n = 100) | unchecked: its value depends on a branch, unchecked: its value depends on a branch
//= 20 main: k<<<1, 7>>>(a = [400]@5, b = [400]@6, n = 100) | meets, meets
//= 20 main: k<<<1, 7>>>(a = [400]@6, b = [400]@6, n = 100) | meets, violates: disjoint(a, b)
//= 20 main: k<<<1, 7>>>(a = [400]@6, b = [400]@5, n = 100) | meets, meets
//= 21 main: k<<<1, 8>>>(a = [400]@5, b = [200]@7, n = 50) | meets, meets
//= 21 main: k<<<1, 8>>>(a = [400]@6, b = [200]@7, n = 50) | meets, meets
//= 23 main: k<<<1, 9>>>(a = freed, b = [200]@7, n = 50) | unchecked: the memory of `a` may have been given back, unchecked: the memory of `a` may have been given back
//= 23 main: k<<<1, 9>>>(a = [400]@6, b = [200]@7, n = 50) | meets, meets
//= 27 main: k<<<1, 10>>>(a = [400]@25, b = [400]@6, n = 50) | meets, meets
//= 27 main: k<<<1, 10>>>(a = [200]@7, b = [400]@6, n = 50) | meets, meets
//= 28 main: k<<<1, 11>>>(a = [400]@25 + 40, b = [400]@6, n = 50) | meets, meets
//= 28 main: k<<<1, 11>>>(a = [200]@7 + 40, b = [400]@6, n = 50) | violates: 40 >= 50, meets
//= 29 main: k<<<1, 12>>>(a = [400]@25 + 40, b = [400]@6, n = 40) | meets, meets
//= 29 main: k<<<1, 12>>>(a = [200]@7 + 40, b = [400]@6, n = 40) | meets, meets
//= 32 main: k<<<1, 13>>>(a = ?, b = ?, n = 10) | unchecked: its value is not followed, unchecked: its value is not followed
//= 34 main: k<<<1, 14>>>(a = ?, b = ?, n = 10) | unchecked: its value is not followed, violates: disjoint(a, b)
//= 38 main: k<<<1, 15>>>(a = ?, b = ?, n = 100) | unchecked: which element of an array is read is not known, unchecked: which element of an array is read is not known
