// verified: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// How many threads there are is the caller's to say: no error of this launch.
__global__ void reversed(int *out, const int *in) {
  __shared__ int kept[256];
  kept[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = kept[255 - threadIdx.x];
}
struct Sizes { int threads; };
void start(int *out, const int *in, Sizes sizes) {
  reversed<<<4, sizes.threads>>>(out, in); // launch: meets the contract if 
}
