//args: --local_size=64 --num_groups=2 --vcgen-opt=/checkArrays:q
//expect: pass
__kernel void k(__global int *p, __global int *q) {
  p[0] = get_global_id(0);
  q[get_global_id(0)] = 1;
}
