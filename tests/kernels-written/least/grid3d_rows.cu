// alpinist races --stable grid3d_rows.cu
__global__ void k(float *o, int N, int C, int L) {
  int l = blockIdx.x * blockDim.x + threadIdx.x;
  int c = blockIdx.y, n = blockIdx.z;
  if (l < L) o[(n * C + c) * L + l] = 1;
}
void f(float *o, int N, int C, int L) { dim3 grid((L + 127) / 128, C, N); k<<<grid, 128>>>(o, N, C, L); }
