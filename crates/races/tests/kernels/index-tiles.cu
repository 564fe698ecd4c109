// unknown --blockDim=[*,*] --gridDim=[*,*]
// To be decided: no race where the numbers of all threads fit.
__global__ void k(float *o, float v) {
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  o[(block * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = v;
}
