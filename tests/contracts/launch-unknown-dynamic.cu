// verified
// How much dynamic shared memory there is comes from the command line.
__global__ void k(float *out, const float *in) {
  extern __shared__ float s[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = s[blockDim.x - 1 - threadIdx.x];
}
int main(int count, char **words) {
  float *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  int bytes = atoi(words[1]);
  k<<<4, 256, bytes>>>(out, in); // launch: is unchecked: how much dynamic shared memory it gives is not known
  k<<<4, 256, 1024>>>(out, in); // launch: meets the contract
}
