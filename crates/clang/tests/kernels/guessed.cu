// read: scale<float>, clamp<float, false>, clamp<float, true>, deep::fill<float, float>, folded<float, false>, folded<float, true>, boxed<int, true>
// unread: tiled, packed, many, sorted
// Templates that no launch names: types are taken to be float, conditions are tried both ways, numbers are
// never guessed.
template <typename T>
__global__ void scale(T *p, T s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= s;
}
template <class T, bool High>
__global__ void clamp(T *p, T bound) {
  if (High ? p[threadIdx.x] > bound : p[threadIdx.x] < bound) p[threadIdx.x] = bound;
}
namespace deep {
template <typename T, typename U = T>
__global__ void fill(T *p, U v) { p[threadIdx.x] = v; }
}
template <typename T, bool B = true>
__global__ void folded(T *p) { if (B) p[threadIdx.x] = 0; }
template <typename T, int N>
__global__ void tiled(T *p) { __shared__ T tile[N]; p[threadIdx.x] = tile[0]; }
template <typename... T>
__global__ void packed(T *...p) {}
template <bool A, bool B, bool C, bool D>
__global__ void many(int *p) { if (A && B && C && D) p[0] = 1; }
// A type that float does not fit.
template <typename T>
__global__ void sorted(T *p) { p[threadIdx.x] = p[threadIdx.x].key; }
// clang prints the one bit of a condition as -1.
template <bool B> struct Box { int x[B ? 4 : 2]; };
template <class T, bool B> __global__ void boxed(Box<B> s, T *p) {
  Box<true> t;
  t.x[0] = 1;
  p[threadIdx.x] = s.x[0] + t.x[0];
}
void launch(int *p) { Box<true> s; boxed<int, true><<<1, 64>>>(s, p); }
