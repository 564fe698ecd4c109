// verified: the instances of a template, as its launches name them
// options: --block 64 --grid *

template <class T, int K>
__global__ void scale(const T *in, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * K;
}

void run(float *a, float *b, int n) {
  scale<float, 3><<<n / 64, 64>>>(a, b);
}
