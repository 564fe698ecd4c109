// verified --local_size=64 --num_groups=4
__kernel void k(int n) {
  int x = 0;
  if (get_local_id(0) < 32) {
    x = 5;
    __assert(__implies(__uniform_bool(__enabled()), __uniform_int(x)));
    __assert(__other_int(n) == n);
  }
}
