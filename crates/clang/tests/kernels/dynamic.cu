// read: split
// Dynamic shared memory cut into arrays, vectors through reinterpret_cast.
struct alignas(16) Header { int count; unsigned flags : 3, kind : 5; float scale; };
union Bits { float f; unsigned u; unsigned char bytes[4]; };
enum class Mode : unsigned char { Copy, Scale = 4, Clear };
constexpr int kWidth = 4 * 8;
__constant__ float table[kWidth];
__device__ Header headers[2];

__global__ void __launch_bounds__(256, 2) split(float *data, int n, Mode mode) {
  extern __shared__ __align__(16) char memory[];
  float *first = (float *)memory;
  int *second = (int *)&first[blockDim.x];
  float4 *wide = reinterpret_cast<float4 *>(memory + 2 * blockDim.x * sizeof(float));
  float4 v = *reinterpret_cast<const float4 *>(&data[4 * threadIdx.x]);
  Bits bits;
  bits.f = v.x;
  bits.u ^= 0x80000000u;
  switch (mode) {
  case Mode::Copy: first[threadIdx.x] = bits.f; break;
  case Mode::Scale: first[threadIdx.x] = v.y * table[threadIdx.x % kWidth]; // falls through
  default: second[threadIdx.x] = bits.bytes[3] + headers[0].flags;
  }
  __syncthreads();
  wide[threadIdx.x] = make_float4(first[threadIdx.x], v.y, v.z, v.w);
  if (threadIdx.x == 0) headers[1] = headers[0];
  memcpy(&data[n], wide, sizeof(float4));
}
