#include <cub/cub.cuh>
// Names that mean the library's types, or others: where that is not clear nothing is said.
namespace mine { struct Max { int count; }; }
using namespace ::cub;
__global__ void whose_type(char *out) {
  Max *at = (Max *)out + blockIdx.x * blockDim.x + threadIdx.x;
  char *bytes = (char *)at;
  bytes[0] = 1;
  bytes[1] = 2;
}
