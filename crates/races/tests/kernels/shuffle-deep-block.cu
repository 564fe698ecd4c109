// unknown --blockDim=[1,1,*] --gridDim=1
// That all lanes come takes a block of more threads along the third dimension than a device starts.
__global__ void k(int *out) {
  int x = 0, t = threadIdx.z;
  if (blockDim.z > 8 && (t % 32 < 8 || blockDim.z > 64)) x = __shfl_sync(0xffffffffu, 1, 0);
  out[t] = x;
}
