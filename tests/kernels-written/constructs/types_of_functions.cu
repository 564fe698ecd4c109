// Types that functions declare in their bodies, and values in names of types.
const int BASE = 4;
const int CAPACITY = BASE << 1;

template <int N> struct Rows {
  float at[N];
};

// Right: each instance declares a type of its own of the same name.
template <typename T, int N> __global__ void wide(T *out, const T *in) {
  struct Part {
    T at[N];
  };
  Part mine[1];
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * N;
  mine[0] = *reinterpret_cast<const Part *>(&in[i]);
  for (int k = 0; k < N; k++) mine[0].at[k] *= 2;
  *reinterpret_cast<Part *>(&out[i]) = mine[0];
}
template __global__ void wide<float, 4>(float *, const float *);
template __global__ void wide<float, 8>(float *, const float *);

// Wrong: the type of this instance is twice as long as threads are apart.
template <typename T, int N> __global__ void wide_wrong(T *out, const T *in) {
  struct Part {
    T at[N];
  };
  Part mine[1];
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  mine[0] = *reinterpret_cast<const Part *>(&in[i]);
  *reinterpret_cast<Part *>(&out[i]) = mine[0];
}
template __global__ void wide_wrong<float, 8>(float *, const float *);

// Right: the length of a row is a constant that is computed.
__global__ void constant(Rows<CAPACITY> *rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; k++) rows[i].at[k] = k;
}

// Wrong: the rows have eight elements.
__global__ void constant_wrong(Rows<CAPACITY> *rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k <= 8; k++) rows[0].at[8 * i + k] = k;
}
