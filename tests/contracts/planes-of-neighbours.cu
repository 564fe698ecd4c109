// wrong
// What lies 4096 elements on is read, and its own thread writes it: one plane is written, and it has no end.
__global__ void smooth(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = (a[i] + a[i + 4096]) * 0.5f;
}
