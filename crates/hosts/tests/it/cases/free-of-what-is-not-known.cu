// What gives memory back gets a pointer of which it is not known which one it is.
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
struct Pair {
  float *x, *y;
};
void foreign(float *);
#define TWO float *a, *b; cudaMalloc(&a, 400); cudaMalloc(&b, 400)
void element(int i) { TWO; float *v[2] = {a, b}; cudaFree(v[i]); k<<<1, 1>>>(a, 100); }
void chosen(int i) { TWO; cudaFree(i ? a : b); k<<<1, 2>>>(b, 100); }
void in_branch(int i) { TWO; float *p = a; if (i) p = b; cudaFree(p); k<<<1, 3>>>(a, 100); }
void in_loop(int i) { TWO; float *p = a; while (i--) p = b; cudaFree(p); k<<<1, 4>>>(a, 100); }
void passed_on(int i) { TWO; float *p = a; while (i--) p = b; foreign(p); k<<<1, 5>>>(a, 100); }
void in_struct(int i) { TWO; Pair q = {a, b}; for (int j = 0; j < i; j++) q.x = b; cudaFree(q.x); k<<<1, 6>>>(a, 100); }
void parts(int i) { TWO; Pair q[2] = {{a, b}, {b, a}}; foreign(q[i].x); k<<<1, 7>>>(a, 100); }
void none(int i) { TWO; float *p = a; while (i--) p = b; k<<<1, 8>>>(p, 100); k<<<1, 9>>>(a, 100); }
//@ length(a) >= n
//= 8 elsewhere: k<<<1, 1>>>(a = freed, n = 100) | unchecked: the memory of `a` may have been given back
//= 9 elsewhere: k<<<1, 2>>>(a = freed, n = 100) | unchecked: the memory of `a` may have been given back
//= 10 elsewhere: k<<<1, 3>>>(a = freed, n = 100) | unchecked: the memory of `a` may have been given back
//= 11 elsewhere: k<<<1, 4>>>(a = freed, n = 100) | unchecked: the memory of `a` may have been given back
//= 12 elsewhere: k<<<1, 5>>>(a = freed, n = 100) | unchecked: the memory of `a` may have been given back
//= 13 elsewhere: k<<<1, 6>>>(a = freed, n = 100) | unchecked: the memory of `a` may have been given back
//= 14 elsewhere: k<<<1, 7>>>(a = freed, n = 100) | unchecked: the memory of `a` may have been given back
//= 15 elsewhere: k<<<1, 8>>>(a = ?, n = 100) | unchecked: it is changed in a loop
//= 15 elsewhere: k<<<1, 9>>>(a = [400]@15, n = 100) | meets
