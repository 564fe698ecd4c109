// read: strided
// Classes with constructors, inheritance, operators, static members and references.
namespace tools {
struct Base {
  int n;
  __device__ explicit Base(int size) : n(size) {}
  __device__ int last() const { return n - 1; }
};
template <typename T>
struct View : Base {
  T *data;
  static constexpr int kStep = 2;
  __device__ View(T *p, int size) : Base(size), data(p) {}
  __device__ T &operator[](int i) { return data[i * kStep]; }
  __device__ const T &operator[](int i) const { return data[i * kStep]; }
  __device__ operator bool() const { return data != nullptr; }
};
template <typename T>
__device__ void exchange(T &a, T &b) {
  T c = a;
  a = b;
  b = c;
}
using Floats = View<float>;
}
__global__ void strided(float *p, int n) {
  tools::Floats view(p, n);
  const auto &same = view;
  if (!view) return;
  view[threadIdx.x] = same[0] + same.last();
  tools::exchange(view[1], view[2]);
  float pair[] = {1.0f, same[3]};
  for (float x : pair) p[0] += x;
  do { n -= 1; if (n == 3) continue; if (n < 0) goto out; } while (n > 0);
out:
  p[1] = n > 2 ? p[2] : float{};
}
