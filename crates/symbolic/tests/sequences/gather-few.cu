//:old scale 1 4; gather 1 4
//:new fused 1 4
//:temporary tmp
//:: exact:
__global__ void scale(const int *x, int *tmp) { tmp[threadIdx.x] = x[threadIdx.x] + 1; }
__global__ void gather(const int *tmp, const int *at, int *y) { y[threadIdx.x] = tmp[at[threadIdx.x] & 3]; }
__global__ void fused(const int *x, const int *at, int *y) {
  int i = at[threadIdx.x] & 3;
  y[threadIdx.x] = i == 0 ? x[0] + 1 : i == 1 ? x[1] + 1 : i == 2 ? x[2] + 1 : x[3] + 1;
}
