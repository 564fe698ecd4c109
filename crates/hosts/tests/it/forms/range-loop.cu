#include <vector>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main() {
  std::vector<float> v(100);
  int n = 100, m = 100;
  float *a;
  cudaMalloc(&a, 400);
  for (float &x : v) x = 1;
  k<<<1, 32>>>(a, n);
  k<<<1, 32>>>(a, v.size());
  for (float x : v) {
    k<<<1, 32>>>(a, m);
    m++;
  }
  k<<<1, 32>>>(a, m);
  for (int i : {1, 2, 1000}) k<<<1, 32>>>(a, i);
  int all[2] = {1, 1000};
  for (int &i : all) {
    k<<<1, 32>>>(a, i);
    i = 2000;
  }
  k<<<1, 32>>>(a, all[0]);
}
//@ length(a) >= n
//= 9 main: k<<<1, 32>>>(a = [400]@7, n = 100) | meets
//= 10 main: k<<<1, 32>>>(a = [400]@7, n = 100) | meets
//= 12 main: k<<<1, 32>>>(a = [400]@7, n = ?) | unchecked: it is changed in a loop
//= 15 main: k<<<1, 32>>>(a = [400]@7, n = ?) | unchecked: it is changed in a loop
//= 16 main: k<<<1, 32>>>(a = [400]@7, n = ?) | unchecked: it is read through a pointer that is not followed
//= 19 main: k<<<1, 32>>>(a = [400]@7, n = 1) | meets
//= 19 main: k<<<1, 32>>>(a = [400]@7, n = 1000) | violates: 100 >= 1000
//= 22 main: k<<<1, 32>>>(a = [400]@7, n = 2000) | violates: 100 >= 2000
