// unknown:Given --local_size=64 --num_groups=4 --kernel-args=k,0x3
// It is not known which parameter has the value.
__kernel void k(__local int *a, int m, int n) {
  a[get_local_id(0)] = m;
}
