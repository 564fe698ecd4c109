__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
struct B { static int up(long n) { return n / 4; } void go(int *a) { k<<<1, up(128)>>>(a); } static auto up(int n) -> int { return n; } };
//= 2 elsewhere: k<<<1, 128>>>(a = a)
