// unknown --local_size=64 --num_groups=1
// A precondition speaks of the start, where nothing was accessed.
__kernel void k(__local int *a) {
  a[get_local_id(0)] = 0;
  __requires(__write(a));
  a[0] = get_local_id(0);
}
