// wrong:Assertion --local_size=64 --num_groups=4
__kernel void k(__global int *p) {
  int x = 0x01020304;
  char *a = (char *)&x;
  __assert(a[0] == 1);
}
