inline int threads(long n) { return 64; }
