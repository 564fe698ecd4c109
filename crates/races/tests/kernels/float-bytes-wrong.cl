// wrong:Assertion --local_size=64 --num_groups=4
__kernel void k(__global float *p) {
  float v = p[get_global_id(0)];
  float x = v + v;
  char *a = (char *)&x;
  __assert(a[0] == a[3]);
}
