// A local name of a type in an instance of a template may be that of the function that names its arguments.
template<class Pair> __device__ void put(Pair pair, int i) {
  typedef int T;
  T own = 0;
  *(char *)(pair.at + i) = own;
  *((char *)(pair.at + i) + 1) = own;
}
__global__ void bytes_of_another_name(char *out) {
  typedef char T;
  struct Pair { T *at; };
  Pair pair;
  pair.at = (T *)out;
  put(pair, blockIdx.x * blockDim.x + threadIdx.x);
}
