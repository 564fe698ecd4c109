// wrong --local_size=64 --num_groups=2
struct S { int x; int y; };
__kernel void k(int c) {
  __local struct S a[64];
  struct S s; s.x = 1; s.y = 2;
  a[get_local_id(0)].x = 5;
  a[get_local_id(0)] = s;
  __assert(a[get_local_id(0)].x == 5);
}
