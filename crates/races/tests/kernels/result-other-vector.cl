// unknown:K208 --local_size=64 --num_groups=2
float4 make() {
  __ensures(__return_val_int4().x == 0);
  return (float4)(0.0f);
}
__kernel void k() { float4 a = make(); }
