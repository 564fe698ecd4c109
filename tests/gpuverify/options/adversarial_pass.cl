//args: --local_size=64 --num_groups=1 --adversarial-abstraction
//expect: pass
__kernel void k(__local int *p) {
  int x = p[get_local_id(0)];
  p[get_local_id(0)] = x + 3;
}
