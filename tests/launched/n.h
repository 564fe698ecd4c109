#undef N
#define N 64
