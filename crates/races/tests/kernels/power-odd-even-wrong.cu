// wrong:Race --blockDim=64 --gridDim=*
// The first place is no multiple of twice the distance from the second.
#define UMUL(a,b) ((a)*(b))
__device__ inline void Comparator(unsigned &keyA, unsigned &valA, unsigned &keyB, unsigned &valB, unsigned dir) {
  unsigned t;
  if ((keyA > keyB) == dir) { t = keyA; keyA = keyB; keyB = t; t = valA; valA = valB; valB = t; }
}
__global__ void oddeven(unsigned *dk, unsigned *dv, unsigned *sk, unsigned *sv, unsigned arrayLength, unsigned size, unsigned stride, unsigned dir) {
  __requires(stride != 0 & (stride & (stride - 1)) == 0);
  __requires(size != 0 & (size & (size - 1)) == 0);
  unsigned g = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned pos = 2 * g - (g & (stride - 1));
  if (stride < size / 2) {
    unsigned offset = g & ((size / 2) - 1);
    if (offset >= stride) {
      unsigned ka = sk[pos - stride], va = sv[pos - stride], kb = sk[pos], vb = sv[pos];
      Comparator(ka, va, kb, vb, dir);
      dk[pos - stride] = ka; dv[pos - stride / 2] = va; dk[pos] = kb; dv[pos] = vb;
    }
  } else {
    unsigned ka = sk[pos], va = sv[pos], kb = sk[pos + stride], vb = sv[pos + stride];
    Comparator(ka, va, kb, vb, dir);
    dk[pos] = ka; dv[pos] = va; dk[pos + stride] = kb; dv[pos + stride] = vb;
  }
}
