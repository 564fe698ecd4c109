// unknown --local_size=64 --num_groups=2
// The axiom speaks of a function that the kernel does not name, so it cannot be used.
// boogie: axiom (forall x : bv32 :: f(x) == h(x));
DECLARE_UF_UNARY(f, int, int);
__kernel void k(int x) {
  __assert(f(x) == f(x));
}
