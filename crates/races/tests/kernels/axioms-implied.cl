// verified --local_size=64 --num_groups=2
// boogie: axiom (forall x : bv32 :: x != 0bv32 ==> f(x) == g(x));
DECLARE_UF_UNARY(f, int, int);
DECLARE_UF_UNARY(g, int, int);
__kernel void k(__global int *a, int x) {
  __assert(x == 0 || f(x) == g(x));
  a[get_global_id(0) + f(x) - f(x)] = 1;
}
