__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
void g(int *a) { k<<<1, __GNUC__ * 8>>>(a); }
//= 2 unread k: the function around it is not understood: each compiler has its own `__GNUC__`
