//args: --blockDim=64 --gridDim=1
//expect: pass
__global__ void k(float4 *p, float2 *q, float3 *r) {
  float4 a = p[threadIdx.x], b = make_float4(1, 2, 3, 4);
  a += b; a = a * b + a - b; a = a * 2.0f; a = 2.0f * a; a /= 3.0f; a = a / b; a *= b; a -= b; a = -a; a *= 2.0f;
  p[threadIdx.x] = a;
  float2 c = q[threadIdx.x]; c = c + c * 2.0f - make_float2(1.0f); c += c; c *= 3.0f; q[threadIdx.x] = c;
  float3 d = r[threadIdx.x]; d = d + d * 2.0f - make_float3(1.0f); d = 2.0f * d; d += d; d /= 3.0f; r[threadIdx.x] = d;
}
