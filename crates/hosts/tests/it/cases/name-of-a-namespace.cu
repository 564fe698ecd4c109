// A namespace with the name of a kernel, whose uses launch nothing.
#include <cuda_runtime.h>
namespace shift {
constexpr int N = 16;
__global__ void shift(float *a) { a[threadIdx.x] = shift::N; }
namespace more { constexpr int M = 2; }
}
using namespace shift::more;
using namespace shift;
int main() {
  float *a;
  cudaMalloc(&a, shift::N * sizeof(float));
  shift::shift<<<1, shift::N>>>(a);
  auto other = shift::shift;
}
//@ length(a) == 16
//= 13 main: shift::shift<<<1, 16>>>(a = [64]@12) | meets
//= 14 unread shift: this use of `shift` is not followed
