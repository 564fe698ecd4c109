void k(const int *x, int *y) { int s = 0; for (int i = 0; x[i] != 0; i++) s += x[i]; y[0] = s; }
