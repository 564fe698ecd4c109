// wrong:Race --blockDim=* --gridDim=*
// What is put in may be longer than the whole.
__global__ void k(float *o, const float *a, int outer, int mine, int all, int at, int inner) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (inner <= 0 || mine <= 0 || at < 0 || at > all || i >= outer * mine * inner) return;
  int x = i % inner, y = i / inner % mine, z = i / inner / mine;
  o[(z * all + at + y) * inner + x] = a[i];
}
