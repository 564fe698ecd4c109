inline void cudaQueryThreads(int &n) { n = 64; }
