// verified --local_size=64 --num_groups=4
// The first byte is the least significant one.
__kernel void k(__global int *p) {
  int x = 0x01020304;
  char *a = (char *)&x;
  __assert(a[0] == 4);
  __assert(a[3] == 1);
  __assert(*(short *)(a + 1) == 0x0203);
}
