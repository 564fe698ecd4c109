// verified: n <= 1024
// Arrays of one struct.
struct Bodies {
  float x[1024];
  float y[1024];
};
__global__ void move(Bodies *all, const Bodies *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    all->x[i] += by->x[i];
    all->y[i] += by->y[i];
  }
}
