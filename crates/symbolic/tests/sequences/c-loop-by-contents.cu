//:old k
//:new same 1 1
//:: refused:
__global__ void same(const int *x, int *y) { int s = 0; for (int i = 0; x[i] != 0; i++) s += x[i]; y[0] = s; }
