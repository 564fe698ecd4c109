#ifdef __linux__
#define N 64
#else
#define N 32
#endif
