// verified --blockDim=256 --gridDim=*
// Which half of which pair a place is in is told by masks: with each power of two for `stride` that is linear.
#define UMUL(a,b) ((a)*(b))
__device__ inline void Comparator(unsigned &keyA, unsigned &valA, unsigned &keyB, unsigned &valB, unsigned dir) {
  unsigned t;
  if ((keyA > keyB) == dir) { t = keyA; keyA = keyB; keyB = t; t = valA; valA = valB; valB = t; }
}
__global__ void bitonicMergeGlobal(unsigned *dk, unsigned *dv, unsigned *sk, unsigned *sv, unsigned arrayLength, unsigned size, unsigned stride, unsigned dir) {
  __requires(stride != 0 & (stride & (stride - 1)) == 0);
  unsigned g = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned c = g & (arrayLength / 2 - 1);
  unsigned ddd = dir ^ ((c & (size / 2)) != 0);
  unsigned pos = 2 * g - (g & (stride - 1));
  unsigned ka = sk[pos], va = sv[pos], kb = sk[pos + stride], vb = sv[pos + stride];
  Comparator(ka, va, kb, vb, ddd);
  dk[pos] = ka; dv[pos] = va; dk[pos + stride] = kb; dv[pos + stride] = vb;
}
