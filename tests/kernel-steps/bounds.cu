// Bounds of merged loops: what changes, what wraps, and what is another's.
//:: --merge 4@a --block 4 --grid 1 --sizes n=9
//:: --merge 4@b --block 4 --grid 1 --sizes n=9
//:: --merge 4@c --block 4 --grid 1 --sizes n=9
//:: --merge 4@d --block 4 --grid 1 --sizes n=9
//:: --merge 4@e --block 4 --grid 1 --sizes n=9
//:: --merge 4@f --block 4 --grid 1 --sizes n=9
//:: --merge 4@g --block 4 --grid 1 --sizes n=9
//:: --merge 4@h --block 4 --grid 1 --sizes n=9
//:: --merge 4@m --block 4 --grid 1 --sizes n=9

//@ requires n >= 0 && n <= 100;
__global__ void bounds(int *p, int n) {
  int s = threadIdx.x;
  for (int a = 0; a < n - a; a++) s += a;
  int limit = n;
  for (int b = 0; b < limit; b++) {
    s += b;
    if (s > 20) limit = b;
  }
  for (int c = 20; c > 3; c -= 2) s += c;
  for (unsigned d = 0; d <= n; d += 3) s += d;
  for (int e = -n; e < n; e++) s += e;
  float f_limit = n;
  for (int f = 0; f < f_limit; f++) s += f;
  int own = n;
  int *alias = &own;
  for (int g = 0; g < own; g++) {
    s += g;
    *alias -= 1;
  }
  for (int h = 0; h < n; h++) {
    if (h == 3) continue;
    s += h;
  }
  for (int m = 0; m < blockDim.x; m++) s += m;
  p[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
