#include <limits>
#include <type_traits>
// A name for a type in the body of a function that has instances.
template <class T> __global__ void same_name(T *a, int n) {
  using U = typename std::make_unsigned<T>::type;
  U own[2];
  own[0] = std::numeric_limits<U>::max();
  own[1] = std::is_same_v<T, int> ? 1 : 2;
  U *p = own;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = p[i & 1];
}
// MISTAKE: the last index is one too many.
template <class T> __global__ void one_too_many(T *a, int n) {
  using U = T;
  U own[2];
  own[0] = own[1] = 0;
  U *p = own;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (std::is_same_v<T, float>) {
    if (i < n) a[i] = p[i % 3];
  }
}
// The member is of the type that another function calls so: nothing is said.
template <class P> __device__ double of_another(P p) {
  typedef float U;
  U own[2];
  own[0] = own[1] = 0;
  return own[1] + p.x;
}
__global__ void member_of_another(double *a) {
  typedef double U;
  struct S { U x; } s;
  s.x = a[threadIdx.x];
  a[threadIdx.x] = of_another(s);
}
void start(int *a, short *b, float *c) {
  same_name<<<4, 64>>>(a, 256);
  same_name<<<4, 64>>>(b, 256);
  one_too_many<<<4, 64>>>(c, 256);
}
