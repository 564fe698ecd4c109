// wrong:Race --blockDim=64 --gridDim=1
// The execution of the race ends beside the last address that there is.
__global__ void k(char *p) {
  *(int *)(p + 0x7ffffffffffffffc) = threadIdx.x;
}
