namespace y {
#ifdef __linux__
int up(int n);
#endif
inline int one() { return 1; }
}
