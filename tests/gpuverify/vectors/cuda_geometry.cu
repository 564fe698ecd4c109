//args: --blockDim=64 --gridDim=1
//expect: pass
__global__ void k(float4 *p, float3 *q) {
  float4 a = p[threadIdx.x]; float3 b = q[threadIdx.x];
  float s = dot(a, a) + length(b) + dot(b, b);
  a = normalize(a); b = normalize(cross(b, b));
  a = clamp(a, 0.0f, 1.0f); a = lerp(a, a, 0.5f); b = lerp(b, b, s); b = fabs(b); b = reflect(b, b);
  float t = clamp(s, 0.0f, 1.0f) + lerp(s, s, 0.5f); int u = clamp(3, 1, 2);
  a = floorf(a); a = fminf(a, a); a = fmaxf(a, a); a = fracf(a);
  p[threadIdx.x] = a * t; q[threadIdx.x] = b * rsqrtf(s) * (float)u;
}
