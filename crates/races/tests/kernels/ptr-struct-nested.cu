// verified --blockDim=64 --gridDim=2
struct View { float *data; int stride; __device__ float &at(int r, int c) const { return data[r * stride + c]; } };
struct Pair { View a, b; };
__global__ void k(Pair p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p.b.at(0, i) = p.a.at(1, i);
}
