// read: right
// unread: wrong, calls_wrong
// An error stops the kernels that have it, and no other.
__device__ int helper(int *p) { return p[0] + missing_name; }
__global__ void right(int *p) { p[threadIdx.x] = 1; }
__global__ void wrong(int *p) { p[0] = undeclared(); }
__global__ void calls_wrong(int *p) { p[0] = helper(p); }
int main() { not_declared_either(); }
