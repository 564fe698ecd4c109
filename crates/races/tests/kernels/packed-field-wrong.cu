// wrong:Race --blockDim=64 --gridDim=1
// The packed field lies at byte 1.
struct S { char a; int b __attribute__((packed)); };
__global__ void k(S *s) {
  if (threadIdx.x == 0) s->b = 1;
  if (threadIdx.x == 1) ((char *)s)[1] = 1;
}
