// read: apply<(lambda at input.cu:14:19)>, inline_lambda
// Lambdas with captures of all kinds, and one handed to a kernel.
template <class F>
__global__ void apply(F f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
template <class T, class... More>
__device__ T total(T first, More... more) {
  if constexpr (sizeof...(more) == 0) return first;
  else return first + total(more...);
}
void launch(float *p, int n) {
  apply<<<1, n>>>([=] __device__(int i) { p[i] = i; }, n);
}
__global__ void inline_lambda(float *p, int n) {
  int hits = 0;
  auto add = [&hits, p, scale = 2.0f * n](auto i) mutable { hits += i; return p[i] * scale; };
  p[0] = add(threadIdx.x) + total(1, 2.0f, hits);
  auto keep = [=](int i) { return i < n; };
  if (keep(3)) p[1] = hits;
}
