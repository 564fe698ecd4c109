// Attention of one query: scores, softmax, values; against a tile at a time with a running maximum.
//:: real: both 1 2, n=4, d=2
__global__ void old(const float *q, const float *k, const float *v, float *o, int n, int d) {
  int c = threadIdx.x;
  float s[4], m = -INFINITY, sum = 0, acc = 0;
  for (int j = 0; j < n; j++) { s[j] = 0; for (int e = 0; e < d; e++) s[j] += q[e] * k[j * d + e]; m = fmaxf(m, s[j]); }
  for (int j = 0; j < n; j++) sum += expf(s[j] - m);
  for (int j = 0; j < n; j++) acc += expf(s[j] - m) / sum * v[j * d + c];
  o[c] = acc;
}
__global__ void fresh(const float *q, const float *k, const float *v, float *o, int n, int d) {
  int c = threadIdx.x;
  float m = -INFINITY, sum = 0, acc = 0;
  for (int j = 0; j < n; j += 2) {
    float s[2], top = m;
    for (int u = 0; u < 2; u++) { s[u] = 0; for (int e = 0; e < d; e++) s[u] += q[e] * k[(j + u) * d + e]; top = fmaxf(top, s[u]); }
    float scale = expf(m - top);
    sum *= scale; acc *= scale;
    for (int u = 0; u < 2; u++) { float p = expf(s[u] - top); sum += p; acc += p * v[(j + u) * d + c]; }
    m = top;
  }
  o[c] = acc / sum;
}
