// verified --local_size=64 --num_groups=2
// Also threads that do not call the function have read nothing.
void bar(__local int *a) {
  __global_requires(!__read(a));
  __global_ensures(!__read(a));
}
__kernel void k(__local int *a) {
  if (get_local_id(0) % 2 == 0) bar(a);
}
