// verified --blockDim=64 --gridDim=1
// An enumeration that needs 64 bits has them, whichever of its values does.
enum Flags { HAS_BIAS = 1ull << 32, HAS_RELU = 1 };
struct S { Flags flags; int x; };
__global__ void k(S *s, int *out) {
  __assert(sizeof(Flags) == 8 && sizeof(S) == 16);
  out[threadIdx.x] = s->x;
}
