//args: --blockDim=64 --gridDim=1
//expect: pass
__global__ void k(float4 *p, int4 *i) {
  float4 a = make_float4(make_float3(1, 2, 3), 4.0f); float3 b = make_float3(a); float2 c = make_float2(b);
  float3 d = make_float3(c, 1.0f); float4 e = make_float4(d); float4 f = make_float4(i[threadIdx.x]); int4 g = make_int4(f); float3 h = make_float3(2.0f);
  p[threadIdx.x] = a + e + f + make_float4(h);
  i[threadIdx.x] = g;
}
