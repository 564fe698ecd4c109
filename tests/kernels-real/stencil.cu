#include <cstdlib>
#include <mpi.h>
constexpr int RADIUS = 4;
constexpr int BX = 32, BY = 8;

__global__ void stencil_1d(const int *in, int *out, int n) {
  __shared__ int temp[256 + 2 * RADIUS];
  int g = threadIdx.x + blockIdx.x * blockDim.x;
  int l = threadIdx.x + RADIUS;
  temp[l] = g < n ? in[g] : 0;
  if (threadIdx.x < RADIUS) {
    temp[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0;
    temp[l + blockDim.x] = g + (int)blockDim.x < n ? in[g + blockDim.x] : 0;
  }
  __syncthreads();
  int result = 0;
  for (int o = -RADIUS; o <= RADIUS; o++) result += temp[l + o];
  if (g < n) out[g] = result;
}

__global__ void jacobi_kernel(float *__restrict__ const a_new, const float *__restrict__ const a, float *__restrict__ const l2_norm, const int iy_start, const int iy_end, const int nx) {
  const int iy = blockIdx.y * blockDim.y + threadIdx.y + iy_start;
  const int ix = blockIdx.x * blockDim.x + threadIdx.x + 1;
  float local_l2_norm = 0.0;
  if (iy < iy_end && ix < (nx - 1)) {
    const float new_val = 0.25f * (a[iy * nx + ix + 1] + a[iy * nx + ix - 1] + a[(iy + 1) * nx + ix] + a[(iy - 1) * nx + ix]);
    a_new[iy * nx + ix] = new_val;
    float residue = new_val - a[iy * nx + ix];
    local_l2_norm += residue * residue;
  }
  atomicAdd(l2_norm, local_l2_norm);
}

__global__ void heat3d(const double *__restrict__ u, double *__restrict__ v, int nx, int ny, int nz, double c) {
  __shared__ double s[BY + 2][BX + 2];
  int i = blockIdx.x * BX + threadIdx.x, j = blockIdx.y * BY + threadIdx.y;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  size_t stride = (size_t)nx * ny;
  for (int k = 1; k < nz - 1; ++k) {
    size_t id = k * stride + (size_t)j * nx + i;
    bool inside = i < nx && j < ny;
    s[ty][tx] = inside ? u[id] : 0.0;
    if (threadIdx.x == 0) s[ty][0] = inside && i > 0 ? u[id - 1] : 0.0;
    if (threadIdx.x == BX - 1) s[ty][BX + 1] = inside && i < nx - 1 ? u[id + 1] : 0.0;
    if (threadIdx.y == 0) s[0][tx] = inside && j > 0 ? u[id - nx] : 0.0;
    if (threadIdx.y == BY - 1) s[BY + 1][tx] = inside && j < ny - 1 ? u[id + nx] : 0.0;
    __syncthreads();
    if (inside) v[id] = s[ty][tx] + c * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + u[id - stride] + u[id + stride] - 6.0 * s[ty][tx]);
    __syncthreads();
  }
}

int main(int argc, char *argv[]) {
  MPI_CALL(MPI_Init(&argc, &argv));
  int nx = 1024, ny = 1024;
  dim3 dim_grid((nx + BX - 1) / BX, (ny + BY - 1) / BY, 1);
  jacobi_kernel<<<dim_grid, {BX, BY, 1}, 0, 0>>>(nullptr, nullptr, nullptr, 1, ny, nx);
  heat3d<<<dim3(nx / BX, ny / BY), dim3(BX, BY)>>>(nullptr, nullptr, nx, ny, 64, 0.1);
  stencil_1d<<<4, 256>>>(nullptr, nullptr, 1024);
}
