// verified --local_size=64 --num_groups=4
// A float is compared by its bytes.
__kernel void k(__global float *p) {
  float v = p[get_global_id(0)];
  float x = v + v;
  float y = v + v;
  char *a = (char *)&x;
  char *b = (char *)&y;
  __assert(a[0] == b[0]);
  __assert(a[3] == b[3]);
}
