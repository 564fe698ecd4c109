// A search that breaks against one that goes on.
//:: exact: both 1 1, n=5
__global__ void old(const int *x, int *out, int n) {
  int at = -1;
  for (int i = 0; i < n; i++) if (x[i] == 7) { at = i; break; }
  out[0] = at;
}
__global__ void fresh(const int *x, int *out, int n) {
  int at = -1;
  for (int i = n - 1; i >= 0; i--) if (x[i] == 7) at = i;
  out[0] = at;
}
