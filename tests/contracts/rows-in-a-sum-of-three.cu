// verified: heads >= gridDim.x
// Images of heads of planes.
__global__ void scale(float *a, int heads, int height, int width) {
  int head = blockIdx.x, image = blockIdx.y;
  for (int i = threadIdx.x; i < height * width; i += blockDim.x)
    a[image * heads * height * width + head * height * width + i] *= 2;
}
