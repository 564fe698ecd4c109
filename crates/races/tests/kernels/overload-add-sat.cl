// wrong --local_size=64 --num_groups=1
// numbers.rs:uninterpreted names a function by its bare name and eval.rs:apply by that and the widths: add_sat(int,int) and add_sat(uint,uint) become one function (also sub_sat hadd rhadd mad_hi mad_sat abs_diff upsample).
__kernel void k(__global int *A, int a, int b) {
  if (add_sat(a, b) != (int)add_sat((uint)a, (uint)b)) A[0] = get_local_id(0);
}
