// wrong:Race --blockDim=64 --gridDim=1
// Thread 1 writes the first byte of what thread 0 writes, for the enumeration has 8 bytes.
enum Level { LOW = -1, TOP = 0x80000000u };
struct S { Level level; int x; };
__global__ void k(S *s) {
  if (threadIdx.x == 0) s->x = 1;
  if (threadIdx.x == 1) ((char *)s)[8] = 1;
}
