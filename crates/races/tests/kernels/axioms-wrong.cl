// wrong:Assertion --local_size=64 --num_groups=2
// boogie: type T = bv32;
// boogie: function {:bvbuiltin "bvule"} ULE(T, T) : bool;
// boogie: axiom (forall x, y : T :: { A(x, y) } ULE(x, A(x, y)) && ULE(y, A(x, y)));
DECLARE_UF_BINARY(A, unsigned, unsigned, unsigned);
__kernel void k(unsigned x, unsigned y) {
  __assert(A(x, y) <= x);
}
