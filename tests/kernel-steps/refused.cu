// Loops that are not rewritten, each for a reason of its own.
//:: --unroll 2@a
//:: --unroll 2@b
//:: --unroll 2@c
//:: --unroll 2@30
//:: --unroll 2@e
//:: --unroll 2@f
//:: --unroll 2@g
//:: --unroll 0@h
//:: --unroll 2000@h
//:: --merge 1@h
//:: --merge 9@h
//:: --unroll all@m
//:: --merge 2@k
//:: --unroll 2
//:: --unroll 2@hh
//:: --tile inter:2@h
#define LOOP(i, n) for (int i = 0; i < (n); i++)
#define HEAD int b = 0; b < 8

__global__ void refused(int *p, int n) {
  int i = threadIdx.x;
  int s = 0;
  LOOP(a, 8) { s += a; }
  for (HEAD; b++) { s += b; }
  for (int c = 0; c < 8; c++) {
    if (s > 9) break;
    s += c;
  }
  for (int d = 0; d++ < 8;) { s += d; }
  for (int e = 0; e < 8; e++) {
#ifdef MORE
    s += 2;
#endif
    s += e;
  }
  for (int f = 0; f < 8; f++) {
    __shared__ int t[64];
    t[i] = f;
    s += t[i];
  }
  int g = 0;
  do { s += g; g++; } while (g < 8);
  for (int h = 0; h < 8; h++) { s += h; }
  for (int m = 0; m < n; m++) { s += m; }
  for (int k = 0; k < 4; k++) {
    if (s == k) goto end;
    s += k;
  }
end:
  p[i] = s;
}
