// wrong K301: a thread writes four elements and is one further than its neighbour
// options: --block 64 --grid 1

__global__ void fill(int *out) {
  int4 v = make_int4(1, 2, 3, 4);
  *reinterpret_cast<int4 *>(out + threadIdx.x) = v;
}
