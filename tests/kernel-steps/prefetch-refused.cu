// Elements that go into no register, each for a reason of its own.
//:: --prefetch a[i]@jump
//:: --prefetch h[i]
//:: --prefetch a[i+1]@once
//:: --prefetch a[j]@once
//:: --prefetch b[i]
//:: --prefetch a[i]
//:: --prefetch a[i]@other --block 32 --grid 1 --sizes s=40
//:: --prefetch a[i]@third --block 32 --grid 1 --sizes s=40
//:: --prefetch a[i]@macro
//:: --prefetch a[i]@choice
//:: --prefetch a[i]@whole
//:: --prefetch a[i++]
//:: --prefetch m[i]
//:: --prefetch vo[i]
//:: --prefetch a[i]@guarded --block 32 --grid 1 --sizes n=20
//:: --prefetch a[k]
//:: --prefetch a@once
//:: --prefetch al[i] --block 32 --grid 1
#define ADD(p) p += a[i]

__global__ void jump(float *a, int n) {
  int i = threadIdx.x;
  a[i] += 1.f;
  if (i > n) return;
  a[i] += 1.f;
}
__global__ void histogram(int *h, int *o) {
  int i = threadIdx.x;
  o[i] = h[i];
  atomicAdd(&h[i], 1);
  o[i] += h[i];
}
__global__ void once(float *a, float *out) {
  int i = threadIdx.x;
  out[i] = a[i] + a[i + 1];
}
// The other element is the same one for `s` 0.
//@ requires s >= 0 && blockDim.x <= 32 && gridDim.x == 1;
__global__ void other(float *a, int s) {
  int i = threadIdx.x;
  if (s == 0 || s >= 32) {
    a[i] += 1.f;
    a[i + s] = 2.f;
    a[i] += 1.f;
  }
}
//@ requires s >= 32 && s <= 1000 && blockDim.x <= 32 && gridDim.x == 1;
__global__ void third(float *a, int s) {
  int i = threadIdx.x;
  a[i] += 1.f;
  a[i + s] = 2.f;  // beyond all of them
  a[i] += 1.f;
}
__global__ void macro(float *a) {
  int i = threadIdx.x;
  float s = a[i];
  a[i] += s;
  ADD(a[i]);
}
__global__ void choice(float *a) {
  int i = threadIdx.x;
  a[i] += 1.f;
#ifdef TWICE
  a[i] *= 2.f;
#endif
  a[i] += 2.f;
}
__global__ void whole(float *a) {
  int i = threadIdx.x;
  a[i] += 1.f;
  float *p = a + i;
  p[0] = 3.f;
  a[i] += 2.f;
}
__global__ void effect(float *a) {
  int i = threadIdx.x;
  a[i++] += 1.f;
}
//@ requires gridDim.x == 1;
__global__ void types(float (*m)[4], volatile int *vo, int *al) {
  int i = threadIdx.x;
  m[i][0] = m[i][1];
  vo[i] = vo[i] + vo[i];
  int *p = al;
  al[i] += 1;
  p[i] = 5;
  al[i] += 1;
}
// Read ahead of the guards, the element is beyond the array.
//@ requires gridDim.x == 1;
__global__ void guarded(float *a, float *out, int n) {
  int i = threadIdx.x;
  float s = 0.f;
  if (i < n) s = a[i];
  if (i < n) a[i] = s + 1.f;
}
__global__ void unbraced(float *a, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x)
    a[k] = a[k] * a[k];
}
