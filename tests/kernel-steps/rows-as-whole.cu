// Arrays of rows that are used otherwise than with both indices.
//:: --linearize a:row
//:: --linearize b:row
//:: --linearize c:row
//:: --linearize d:row
#define AT(i) d[i][0]

__device__ int first(const int *row) { return row[0]; }

__global__ void used(int *out) {
  __shared__ int a[4][8];
  int b[2][2] = {{1, 2}, {3, 4}};
  int c[2][2];
  int d[2][2];
  int i = threadIdx.x % 2;
  a[threadIdx.x % 4][0] = i;
  c[0][i] = 1;
  c[1][i] = c[0][c[0][i]];
  d[i][0] = 1;
  __syncthreads();
  out[threadIdx.x] = first(a[i]) + b[i][0] + c[1][i] + AT(i);
}
