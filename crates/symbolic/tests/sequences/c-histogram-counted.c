void histogram(const unsigned *x, int *bins, int n) {
  for (int b = 0; b < 4; b++) {
    int c = 0;
    for (int i = 0; i < n; i++)
      if (x[i] % 4 == (unsigned)b) c++;
    bins[b] = c;
  }
}
