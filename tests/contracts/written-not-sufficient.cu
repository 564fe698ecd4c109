// wrong: blockDim.x <= 512
// What is written does not exclude the race.
//@ requires blockDim.x <= 512;
__global__ void shared(int *out) {
  __shared__ int one;
  one = threadIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = one;
}
