inline void prep(int &n) { n = 64; }
