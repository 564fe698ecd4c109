// A temporary with a destructor may change what it refers to, and give back what it points to, where its life ends.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
#define TWO float *a, *b; cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20)
struct Set { float *&r; float *v; ~Set() { r = v; } };
struct Own { float *p; Own(float *p) : p(p) {} Own(const Own &) = default; ~Own() { cudaFree(p); } bool ok() const { return true; } };
struct Late { float *p = nullptr; Late *put(float *q) { p = q; return this; } ~Late() { cudaFree(p); } };
struct Plain { float *p; };
static int take(Set s) { return 1; }
static int use(Own o) { return 1; }
static Own make(float *p) { return Own(p); }
void list() { TWO; Set{b, a}; add<<<4, 101>>>(a, b, 1024); }
void constructed() { TWO; Own{a}; add<<<4, 102>>>(a, b, 1024); }
void parameter() { TWO; take({b, a}); add<<<4, 103>>>(a, b, 1024); }
void by_value() { TWO; use(Own(a)); add<<<4, 104>>>(a, b, 1024); }
void returned() { TWO; make(a); add<<<4, 105>>>(a, b, 1024); }
void condition() { TWO; if (Own(a).ok()) add<<<4, 106>>>(a, b, 1024); }
void loop() { TWO; while (Own(a).ok()) add<<<4, 107>>>(a, b, 1024); }
void later() { TWO; Late().put(a); add<<<4, 108>>>(a, b, 1024); }
void reference() { TWO; const Own &o = Own(a); { const Own &p = Own(b); } add<<<4, 109>>>(a, b, 1024); }
void declarators() { TWO; int x = Own(a).ok(), y = (add<<<4, 110>>>(a, b, 1024), 0); }
void array() { TWO; { Own all[2] = {a, b}; } add<<<4, 111>>>(a, b, 1024); }
void copied(Own o) { TWO; o.p = a; { Own q = o; } add<<<4, 112>>>(a, b, 1024); }
void aggregate() { TWO; Plain{a}; add<<<4, 200>>>(a, b, 1024); }
//@ disjoint(o, x)
//= 12 elsewhere: add<<<4, 101>>>(o = freed, x = ?, n = 1024) | unchecked: the memory of `o` may have been given back
//= 13 elsewhere: add<<<4, 102>>>(o = freed, x = [1048576]@13, n = 1024) | unchecked: the memory of `o` may have been given back
//= 14 elsewhere: add<<<4, 103>>>(o = freed, x = ?, n = 1024) | unchecked: the memory of `o` may have been given back
//= 15 elsewhere: add<<<4, 104>>>(o = freed, x = [1048576]@15, n = 1024) | unchecked: the memory of `o` may have been given back
//= 16 elsewhere: add<<<4, 105>>>(o = freed, x = [1048576]@16, n = 1024) | unchecked: the memory of `o` may have been given back
//= 17 elsewhere: add<<<4, 106>>>(o = freed, x = [1048576]@17, n = 1024) | unchecked: the memory of `o` may have been given back
//= 18 elsewhere: add<<<4, 107>>>(o = freed, x = [1048576]@18, n = 1024) | unchecked: the memory of `o` may have been given back
//= 19 elsewhere: add<<<4, 108>>>(o = freed, x = [1048576]@19, n = 1024) | unchecked: the memory of `o` may have been given back
//= 20 elsewhere: add<<<4, 109>>>(o = freed, x = freed, n = 1024) | unchecked: the memory of `o` may have been given back
//= 21 elsewhere: add<<<4, 110>>>(o = freed, x = [1048576]@21, n = 1024) | unchecked: the memory of `o` may have been given back
//= 22 elsewhere: add<<<4, 111>>>(o = freed, x = freed, n = 1024) | unchecked: the memory of `o` may have been given back
//= 23 elsewhere: add<<<4, 112>>>(o = freed, x = [1048576]@23, n = 1024) | unchecked: the memory of `o` may have been given back
//= 24 elsewhere: add<<<4, 200>>>(o = [1048576]@24, x = [1048576]@24, n = 1024) | meets
