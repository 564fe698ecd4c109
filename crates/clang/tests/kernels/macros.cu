// read: add_float, add_int
// Kernels that macros make, and places inside macros.
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define DEFINE_ADD(T) __global__ void add_##T(T *a, const T *b, int n) { if (INDEX < n) a[INDEX] += b[INDEX]; }
DEFINE_ADD(float)
DEFINE_ADD(int)
#if 0
__global__ void left_out(int *p) {}
#endif
