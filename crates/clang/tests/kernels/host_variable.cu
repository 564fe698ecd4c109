// read: store
// What CUDA does not allow and other readers do: a variable and a function of the host.
float *buffer;
int twice(int x) { return 2 * x; }
__global__ void store(int n) {
  __shared__ int tile[64];
  tile[threadIdx.x] = twice(n);
  buffer[threadIdx.x] = tile[threadIdx.x];
}
