// verified
// Guesses about loops in loops cost no power of their depth.
#define SET(k) \
  if (kind[cell] == k) { out[cell] = step + k; } else if (kind[cell] > k) { low[cell] = high[cell] - k; }
__global__ void cells(int *out, const int *kind, int *low, const int *high, int count, int depth, int height, int width) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= count) return;
  {
    for (int z = 0; z < depth; z++) {
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          for (int step = 0; step < 19; step++) {
            SET(1) SET(2) SET(3) SET(4) SET(5) SET(6) SET(7) SET(8) SET(9)
          }
        }
      }
    }
  }
}
