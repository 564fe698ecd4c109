__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
void plain(float *a, int n) { k<<<1, 32>>>(a, n); }
void stored(float *a, int n) { k<<<1, 32>>>(a, n); }
void never(float *a, int n) { k<<<1, 32>>>(a, n); }
void in_macro(float *a, int n) { k<<<1, 32>>>(a, n); }
template <class T> void of(T *a, int n) { k<<<1, 32>>>(a, n); }
void (*table[1])(float *, int) = {stored};
#define RUN(a, n) in_macro(a, n)
int main() {
  float *a;
  cudaMalloc(&a, 400);
  plain(a, 100);
  stored(a, 100);
  of(a, 100);
  RUN(a, 100);
  if (false) never(a, 100);
}
//@ length(a) >= n
//= 2 main via 12: k<<<1, 32>>>(a = [400]@11, n = 100) | meets
//= 2 perhaps elsewhere: k<<<1, 32>>>(a = a, n = n) | if length(a) >= n
//= 3 main via 13: k<<<1, 32>>>(a = [400]@11, n = 100) | meets
//= 3 elsewhere: k<<<1, 32>>>(a = a, n = n) | if length(a) >= n
//= 4 elsewhere: k<<<1, 32>>>(a = a, n = n) | if length(a) >= n
//= 5 main via 15: k<<<1, 32>>>(a = [400]@11, n = 100) | meets
//= 5 elsewhere: k<<<1, 32>>>(a = a, n = n) | if length(a) >= n
//= 6 main via 14: k<<<1, 32>>>(a = [400]@11, n = 100) | meets
//= 6 perhaps elsewhere: k<<<1, 32>>>(a = a, n = n) | if length(a) >= n
