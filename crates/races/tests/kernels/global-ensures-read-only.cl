// verified --local_size=64 --num_groups=2
// Reads of an array that nobody writes are not logged.
void bar(__local int *a) {
  __requires(!__read(a));
  __global_ensures(!__read(a));
}
__kernel void k(__local int *a) {
  int x = 0;
  if (get_local_id(0) % 2 != 0) x = a[get_local_id(0)];
  if (get_local_id(0) % 2 == 0) bar(a);
}
