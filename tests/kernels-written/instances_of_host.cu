#include <cstdio>
#include <string>
#include <tuple>
#include <vector>
// Which instances there are is seen in code of the host with its libraries.
template <class T, int N> __global__ void filled(T *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = N;
}
// MISTAKE: neighbours write one element.
template <class T, int N> __global__ void halved(T *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i / N] = i;
}
template <class T> void run(const std::vector<T> &v) {
  T *a;
  cudaMalloc(&a, v.size() * sizeof(T));
  filled<T, 3><<<4, 64>>>(a, 256);
  halved<T, 2><<<4, 64>>>(a, 256);
}
int main() {
  std::vector<short> v(256);
  std::string name = "short";
  run(v);
  printf("%s\n", name.c_str());
}
