// verified --local_size=64 --num_groups=4
// What is required of memory holds until it is written.
__kernel void k(__global int *p) {
  __requires(p[get_global_id(0)] == 5);
  p[get_global_id(0)] += 1;
  __assert(p[get_global_id(0)] == 6);
}
