// wrong --local_size=64 --num_groups=2
__kernel void k(__global int *q) {
  __local int a[64];
  a[get_local_id(0)] = 1;
  int i = 0;
  while (true) {
    if (q[i] == 1) { i++; continue; }
    if (q[i] == 2) break;
    a[get_local_id(0)] = 3;
    if (q[i] == 4) return;
    i++;
  }
  __assert(a[get_local_id(0)] == 1);
}
