// wrong K301: all work items write one place; that the value is the same does not help
// options: --block 64 --grid 1

__kernel void flag(__global int *found, __global const int *data) {
  if (data[get_global_id(0)] == 42)
    *found = 1;
}
