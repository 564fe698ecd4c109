// A sum of a row by each thread; how long a row is, the launch says.
//:: --unroll 2@j --block 32 --grid 1 --sizes rows=20,n=5
//:: --unroll 2@j --guard --block 32 --grid 1 --sizes rows=20,n=5 --sizes rows=20,n=1
//:: --unroll 8@j --block 32 --grid 1 --sizes rows=20,n=5
//:: --merge 4@j --block 32 --grid 1 --sizes rows=20,n=9 --sizes rows=20,n=3
//:: --unroll 1@j --merge 2@j --block 32 --grid 1 --sizes rows=20,n=9
//:: --merge 4@j
//:: --unroll 2@i

//@ requires n >= 3 && n <= 1000 && rows <= 100000;
__global__ void sums(const float *a, float *out, int rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows) {
    float s = 0.0f;
    for (int j = 0; j < n; j++)
      s += a[i * n + j];
    out[i] = s;
  }
}
