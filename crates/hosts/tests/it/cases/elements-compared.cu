// Addresses of elements of one array are compared; those of two arrays are not.
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
struct P { int x, y; };
int main(int argc, char **argv) {
  float *a;
  cudaMalloc(&a, 400);
  int s[2] = {1, 2}, t[2] = {3, 4};
  k<<<1, 1>>>(a, &s[0] == &s[1] ? 1000 : 100);
  k<<<2, 1>>>(a, &s[2] == &t[0] ? 1000 : 100);
  k<<<3, 1>>>(a, s != &s[0] ? 1000 : 100);
  P p;
  k<<<4, 1>>>(a, (void *)&p == (void *)&p.x ? 1000 : 100);
}
//@ length(a) >= n
//= 8 main: k<<<1, 1>>>(a = [400]@6, n = 100) | meets
//= 9 main: k<<<2, 1>>>(a = [400]@6, n = &s[2] == &t[0] ? 1000 : 100) | if 100 >= &s[2] == &t[0] ? 1000 : 100
//= 10 main: k<<<3, 1>>>(a = [400]@6, n = 100) | meets
//= 12 main: k<<<4, 1>>>(a = [400]@6, n = (void *)&p == (void *)&p.x ? 1000 : 100) | if 100 >= (void *)&p == (void *)&p.x ? 1000 : 100
