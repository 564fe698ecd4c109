// verified:Shift --blockDim=64 --gridDim=*
// A distance that is a power of two because it is shifted; that `stage - pass` is below 32 is assumed, and listed.
__global__ void k(unsigned *a, unsigned stage, unsigned pass) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned dist = 1 << (stage - pass);
  unsigned width = 2 * dist;
  unsigned l = (t % dist) + (t / dist) * width;
  unsigned r = l + dist;
  unsigned x = a[l], y = a[r];
  unsigned gt = x > y ? x : y, ls = x > y ? y : x;
  a[l] = ls; a[r] = gt;
}
