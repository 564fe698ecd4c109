// Helpers that are called in a way that is followed, and named in text that is not executed: they are called from anywhere.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
static int f1(float *a, float *b) { add<<<4, 101>>>(a, b, 1024); return 0; }
static int f2(float *a, float *b) { add<<<4, 102>>>(a, b, 1024); return 0; }
static int f3(float *a, float *b) { add<<<4, 103>>>(a, b, 1024); return 0; }
static int f4(float *a, float *b) { add<<<4, 104>>>(a, b, 1024); return 0; }
static int f5(float *a, float *b) { add<<<4, 105>>>(a, b, 1024); return 0; }
static int f6(float *a, float *b) { add<<<4, 106>>>(a, b, 1024); return 0; }
static int f7(float *a, float *b) { add<<<4, 107>>>(a, b, 1024); return 0; }
static int f8(float *a, float *b) { add<<<4, 108>>>(a, b, 1024); return 0; }
static int f9(float *a, float *b) { add<<<4, 109>>>(a, b, 1024); return 0; }
static int f10(float *a, float *b) { add<<<4, 110>>>(a, b, 1024); return 0; }
static int f11(float *a, float *b) { add<<<4, 111>>>(a, b, 1024); return 0; }
static int f12(float *a, float *b) { add<<<4, 112>>>(a, b, 1024); return 0; }
static int f13(float *a, float *b) { add<<<4, 113>>>(a, b, 1024); return 0; }
static int f14(float *a, float *b) { add<<<4, 114>>>(a, b, 1024); return 0; }
static int f15(float *a, float *b) { add<<<4, 115>>>(a, b, 1024); return 0; }
#define PASS(g) g(ga, ga);
#define END end:
float *ga;
torch::Tensor fwd(torch::Tensor x) { f1(x.data_ptr<float>(), x.data_ptr<float>()); return x; }
PYBIND11_MODULE(x, m) { m.def("f", &f2); }
TEST(Foo, Bar) { f3(ga, ga); }
void Unknown::init() { f4(ga, ga); }
void (*p)(float *, float *) = (void (*)(float *, float *))f5;
int dummy = f6(ga, ga);
struct M { int z = f7(ga, ga); } global_member;
struct C { int x; C(float *a); };
C::C(float *a) : x(f8(a, a)) {}
void kept(float *a) { static int z = f9(a, a); }
void back(float *a) { again: f10(a, a); if (*a) goto again; }
void assembly(float *a) { asm("nop"); f11(a, a); }
void of_macro(float *a) { if (a) goto end; f12(a, a); END; }
void computed(float *a) { void *l = &&here; goto *l; here: f13(a, a); }
__attribute__((constructor)) static void before() { f14(ga, ga); }
void in_macro(float *a) { PASS(f15) }
// This one is called once, and seen to be.
static void only(float *a, float *b) { add<<<4, 256>>>(a, b, 1024); }
int main() {
  float *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  f1(a, b);
  f2(a, b);
  f3(a, b);
  f4(a, b);
  f5(a, b);
  f6(a, b);
  f7(a, b);
  f8(a, b);
  f9(a, b);
  f10(a, b);
  f11(a, b);
  f12(a, b);
  f13(a, b);
  f14(a, b);
  f15(a, b);
  only(a, b);
}
//@ disjoint(o, x)
//= 4 main via 44: add<<<4, 101>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 4 elsewhere via 22: add<<<4, 101>>>(o = x.data, x = x.data, n = 1024) | violates: disjoint(o, x)
//= 4 elsewhere: add<<<4, 101>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 5 main via 45: add<<<4, 102>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 5 elsewhere: add<<<4, 102>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 6 main via 46: add<<<4, 103>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 6 elsewhere: add<<<4, 103>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 7 main via 47: add<<<4, 104>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 7 elsewhere: add<<<4, 104>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 8 main via 48: add<<<4, 105>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 8 elsewhere: add<<<4, 105>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 9 main via 49: add<<<4, 106>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 9 elsewhere: add<<<4, 106>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 10 main via 50: add<<<4, 107>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 10 elsewhere via 28: add<<<4, 107>>>(o = ga, x = ga, n = 1024) | violates: disjoint(o, x)
//= 10 elsewhere: add<<<4, 107>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 11 main via 51: add<<<4, 108>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 11 elsewhere via 30: add<<<4, 108>>>(o = a, x = a, n = 1024) | violates: disjoint(o, x)
//= 11 elsewhere: add<<<4, 108>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 12 main via 52: add<<<4, 109>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 12 elsewhere via 31: add<<<4, 109>>>(o = a, x = a, n = 1024) | violates: disjoint(o, x)
//= 12 elsewhere: add<<<4, 109>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 13 main via 53: add<<<4, 110>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 13 elsewhere: add<<<4, 110>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 14 main via 54: add<<<4, 111>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 14 elsewhere: add<<<4, 111>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 15 main via 55: add<<<4, 112>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 15 elsewhere: add<<<4, 112>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 16 main via 56: add<<<4, 113>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 16 elsewhere: add<<<4, 113>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 17 main via 57: add<<<4, 114>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 17 elsewhere: add<<<4, 114>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 18 main via 58: add<<<4, 115>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 18 elsewhere via 37: add<<<4, 115>>>(o = ga, x = ga, n = 1024) | violates: disjoint(o, x)
//= 18 elsewhere: add<<<4, 115>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
//= 39 main via 59: add<<<4, 256>>>(o = [1048576]@42, x = [1048576]@43, n = 1024) | meets
//= 39 elsewhere: add<<<4, 256>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
