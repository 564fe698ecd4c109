// verified: two writes of one value are let pass if that is asked for
// options: --block 64 --grid 1 --tolerate-equal-writes

__kernel void flag(__global int *found, __global const int *data) {
  if (data[get_global_id(0)] == 42)
    *found = 1;
}
