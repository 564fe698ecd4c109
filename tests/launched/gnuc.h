#if __GNUC__ >= 7
#define N 64
#else
#define N 32
#endif
