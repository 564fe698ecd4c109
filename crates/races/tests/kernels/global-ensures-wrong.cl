// wrong:Broken(Postcondition) --local_size=64 --num_groups=2
// Threads that do not call the function have read.
void bar(__local int *a) {
  __requires(!__read(a));
  __global_ensures(!__read(a));
}
__kernel void k(__local int *a) {
  int x = 0;
  if (get_local_id(0) % 2 != 0) {
    x = a[get_local_id(0)];
    a[get_local_id(0)] = x + 1;
  }
  if (get_local_id(0) % 2 == 0) bar(a);
}
