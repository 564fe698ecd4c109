// wrong --local_size=64 --num_groups=1 --tolerate-equal-writes
// switch
__kernel void k(__local int *a, __global int *b, int n) {
  switch (get_local_id(0) % 4) {
    case 0: a[0] = 5;
    case 1: b[get_local_id(0)] = a[0]; break;
    default: break;
  }
}
