// unknown --local_size=64 --num_groups=1
// The R of the inner block is another than that of the file.
struct R { char a; };
__kernel void k(__global char *p) { int t = get_local_id(0); { struct R { int a; }; struct R h; h.a = 1; }
  __global struct R *q = (__global struct R *)p; if (t < 32) q[t + 32].a = 1; else p[t] = 2; }
