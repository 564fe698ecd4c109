namespace B { const int n = 64; int threads(int x) { return 64; } }
