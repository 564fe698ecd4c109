// CUDA as far as kernels and the code around them name it: declarations only, by which clang resolves
// names; what a function means is known by its name. Paragraphs begin with the names that ask for them
// (see src/headers.rs); only those that a file mentions are put before it.

//@always
#ifdef __ALPINIST_CPP
#define __global__ __attribute__((annotate("global")))
#define __device__ __attribute__((annotate("device")))
#define __host__ __attribute__((annotate("host")))
#define __shared__ __attribute__((annotate("shared")))
#define __constant__ __attribute__((annotate("constant")))
#define __managed__ __attribute__((annotate("managed")))
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((annotate("launch_bounds")))
#define __HD
#else
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __HD __attribute__((host)) __attribute__((device))
#endif
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __restrict__ __restrict
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define CUDART_VERSION 12040
#define CUDA_VERSION 12040
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 900
#endif
#define NULL __null
typedef __SIZE_TYPE__ size_t;
#define __alp_have_uint3
struct uint3 { unsigned int x, y, z; };
struct dim3 {
  unsigned int x, y, z;
  constexpr __HD dim3(unsigned int __x = 1, unsigned int __y = 1, unsigned int __z = 1) : x(__x), y(__y), z(__z) {}
  constexpr __HD dim3(uint3 __v) : x(__v.x), y(__v.y), z(__v.z) {}
  constexpr __HD operator uint3() const { return uint3{x, y, z}; }
};
typedef int __alp_status;
typedef struct CUstream_st *cudaStream_t;
#ifndef __ALPINIST_CPP
extern "C" __HD __alp_status cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" __HD unsigned int __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" __HD void *cudaGetParameterBuffer(size_t, size_t);
extern "C" __HD __alp_status cudaLaunchDevice(void *, void *, dim3, dim3, unsigned int, cudaStream_t);
#endif

//@ threadIdx
extern const __device__ uint3 threadIdx;
//@ blockIdx
extern const __device__ uint3 blockIdx;
//@ blockDim
extern const __device__ dim3 blockDim;
//@ gridDim
extern const __device__ dim3 gridDim;
//@ warpSize
extern const __device__ int warpSize;

//@ clock clock_t
typedef long clock_t;
__HD clock_t clock();

// What PyTorch's headers bring.
//@ CUDA_KERNEL_LOOP
#ifndef CUDA_KERNEL_LOOP
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)
#endif
//@ CUDA_KERNEL_LOOP_TYPE
#ifndef CUDA_KERNEL_LOOP_TYPE
// Counted in 64 bits, and converted for each iteration.
#define CUDA_KERNEL_LOOP_TYPE(i, n, type) for (long long __alp_##i = (long long)blockIdx.x * blockDim.x + threadIdx.x; __alp_##i < (n); __alp_##i += blockDim.x * gridDim.x) if (type i = (type)__alp_##i; true)
#endif
//@ gpuAtomicAdd
#define gpuAtomicAdd atomicAdd
//@ CUDA_KERNEL_ASSERT
#define CUDA_KERNEL_ASSERT(...) assert(__VA_ARGS__)
//@ C10_LAUNCH_BOUNDS_1 C10_LAUNCH_BOUNDS_2 C10_LAUNCH_BOUNDS_0
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(n) __launch_bounds__(n)
#define C10_LAUNCH_BOUNDS_2(n, blocks) __launch_bounds__(n, blocks)
//@ acc_type
namespace at {
template <class __T> struct __alp_acc { typedef float type; };
template <> struct __alp_acc<double> { typedef double type; };
template <> struct __alp_acc<bool> { typedef bool type; };
template <> struct __alp_acc<signed char> { typedef long long type; };
template <> struct __alp_acc<unsigned char> { typedef long long type; };
template <> struct __alp_acc<short> { typedef long long type; };
template <> struct __alp_acc<int> { typedef long long type; };
template <> struct __alp_acc<long> { typedef long long type; };
template <> struct __alp_acc<long long> { typedef long long type; };
template <class __T, bool> using acc_type = typename __alp_acc<__T>::type;
}

// Whole numbers with a width.
//@ int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t intptr_t uintptr_t ptrdiff_t ssize_t
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __PTRDIFF_TYPE__ ssize_t;
namespace std { using ::int8_t; using ::uint8_t; using ::int16_t; using ::uint16_t; using ::int32_t; using ::uint32_t; using ::int64_t; using ::uint64_t; using ::intptr_t; using ::uintptr_t; using ::ptrdiff_t; using ::size_t; }
//@ max_align_t
typedef struct { long long __a; long double __b; } max_align_t;
//@ int_fast8_t int_fast16_t int_fast32_t int_fast64_t uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t
typedef signed char int_fast8_t;
typedef long int_fast16_t;
typedef long int_fast32_t;
typedef __INT64_TYPE__ int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef unsigned long uint_fast16_t;
typedef unsigned long uint_fast32_t;
typedef __UINT64_TYPE__ uint_fast64_t;
//@ int_least8_t int_least16_t int_least32_t int_least64_t uint_least8_t uint_least16_t uint_least32_t uint_least64_t intmax_t uintmax_t
typedef signed char int_least8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef __INT64_TYPE__ int_least64_t;
typedef unsigned char uint_least8_t;
typedef unsigned short uint_least16_t;
typedef unsigned int uint_least32_t;
typedef __UINT64_TYPE__ uint_least64_t;
typedef __INT64_TYPE__ intmax_t;
typedef __UINT64_TYPE__ uintmax_t;
//@ UINT8_C UINT16_C INT8_C INT16_C UINT32_C UINT64_C INT32_C INT64_C
#define INT8_C(n) n
#define UINT8_C(n) n
#define INT16_C(n) n
#define UINT16_C(n) n
#define INT32_C(n) n
#define UINT32_C(n) n##U
#define INT64_C(n) n##L
#define UINT64_C(n) n##UL
//@ PRIu64 PRId64 PRIx64 PRIu32 PRId32 PRIi64
#define PRId32 "d"
#define PRIu32 "u"
#define PRId64 "ld"
#define PRIi64 "li"
#define PRIu64 "lu"
#define PRIx64 "lx"
//@ std
namespace std { using ::size_t; typedef decltype(nullptr) nullptr_t; }
//@ uint
typedef unsigned int uint;
//@ ushort
typedef unsigned short ushort;
//@ uchar
typedef unsigned char uchar;
//@ ulong
typedef unsigned long ulong;
//@ INT_MAX INT_MIN UINT_MAX CHAR_BIT CHAR_MAX CHAR_MIN SHRT_MAX SHRT_MIN USHRT_MAX LONG_MAX LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN ULLONG_MAX SCHAR_MAX SCHAR_MIN UCHAR_MAX INT32_MAX INT32_MIN UINT32_MAX INT64_MAX INT64_MIN UINT64_MAX INT8_MAX INT8_MIN UINT8_MAX INT16_MAX INT16_MIN UINT16_MAX SIZE_MAX
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-128)
#define CHAR_MAX 127
#define CHAR_MIN (-128)
#define UCHAR_MAX 255
#define SHRT_MAX 32767
#define SHRT_MIN (-32768)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define ULONG_MAX (2UL * __LONG_MAX__ + 1UL)
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define ULLONG_MAX 18446744073709551615ULL
#define INT8_MAX 127
#define INT8_MIN (-128)
#define UINT8_MAX 255
#define INT16_MAX 32767
#define INT16_MIN (-32768)
#define UINT16_MAX 65535
#define INT32_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define UINT32_MAX 4294967295U
#define INT64_MAX 9223372036854775807LL
#define INT64_MIN (-9223372036854775807LL - 1)
#define UINT64_MAX 18446744073709551615ULL
#define SIZE_MAX __SIZE_MAX__
//@ FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX DBL_MIN DBL_EPSILON FLT_DIG DBL_DIG FLT_MANT_DIG DBL_MANT_DIG
#define FLT_DIG __FLT_DIG__
#define DBL_DIG __DBL_DIG__
#define FLT_MANT_DIG __FLT_MANT_DIG__
#define DBL_MANT_DIG __DBL_MANT_DIG__
#define FLT_MAX __FLT_MAX__
#define FLT_MIN __FLT_MIN__
#define FLT_EPSILON __FLT_EPSILON__
#define DBL_MAX __DBL_MAX__
#define DBL_MIN __DBL_MIN__
#define DBL_EPSILON __DBL_EPSILON__
//@ INFINITY HUGE_VALF HUGE_VAL NAN CUDART_INF_F CUDART_INF CUDART_NAN_F CUDART_NAN
#define INFINITY (__builtin_inff())
#define HUGE_VALF (__builtin_inff())
#define HUGE_VAL (__builtin_inf())
#define NAN (__builtin_nanf(""))
#define CUDART_INF_F (__builtin_inff())
#define CUDART_INF (__builtin_inf())
#define CUDART_NAN_F (__builtin_nanf(""))
#define CUDART_NAN (__builtin_nan(""))
//@ M_PI M_PI_2 M_PI_4 M_E M_LN2 M_LN10 M_LOG2E M_LOG10E M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2 CUDART_PI_F CUDART_PI
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931

// Vector types. Three take the alignment of one.
//@for T=char:signed char:1:2:4,uchar:unsigned char:1:2:4,short:short:2:4:8,ushort:unsigned short:2:4:8,int:int:4:8:16,uint:unsigned int:4:8:16,long:long:8:16:16,ulong:unsigned long:8:16:16,longlong:long long:8:16:16,ulonglong:unsigned long long:8:16:16,float:float:4:8:16,double:double:8:16:16
//@ {T0}1 make_{T0}1
struct {T0}1 { {T1} x; };
__HD {T0}1 make_{T0}1({T1});
//@ {T0}2 make_{T0}2
struct __attribute__((aligned({T3}))) {T0}2 { {T1} x, y; };
__HD {T0}2 make_{T0}2({T1}, {T1});
//@ {T0}3 make_{T0}3
#ifndef __alp_have_{T0}3
#define __alp_have_{T0}3
struct {T0}3 { {T1} x, y, z; };
#endif
__HD {T0}3 make_{T0}3({T1}, {T1}, {T1});
//@ {T0}4 make_{T0}4
struct __attribute__((aligned({T4}))) {T0}4 { {T1} x, y, z, w; };
__HD {T0}4 make_{T0}4({T1}, {T1}, {T1}, {T1});
//@end

// Barriers and fences.
//@each
__HD int __syncthreads_count(int);
__HD int __syncthreads_and(int);
__HD int __syncthreads_or(int);
__HD void __syncwarp(unsigned = 0xffffffffu);
__HD void __threadfence();
__HD void __threadfence_block();
__HD void __threadfence_system();
__HD void __nanosleep(unsigned);
__HD void __trap();
__HD void __brkpt();
__HD long long clock64();
__HD unsigned __activemask();
__HD int __all(int);
__HD int __any(int);
__HD unsigned __ballot(int);
__HD int __all_sync(unsigned, int);
__HD int __any_sync(unsigned, int);
__HD int __uni_sync(unsigned, int);
__HD unsigned __ballot_sync(unsigned, int);
template<class T> __HD unsigned __match_any_sync(unsigned, T);
template<class T> __HD unsigned __match_all_sync(unsigned, T, int *);
template<class T> __HD T __shfl_sync(unsigned, T, int, int = 32);
template<class T> __HD T __shfl_up_sync(unsigned, T, unsigned, int = 32);
template<class T> __HD T __shfl_down_sync(unsigned, T, unsigned, int = 32);
template<class T> __HD T __shfl_xor_sync(unsigned, T, int, int = 32);
template<class T> __HD T __shfl(T, int, int = 32);
template<class T> __HD T __shfl_up(T, unsigned, int = 32);
template<class T> __HD T __shfl_down(T, unsigned, int = 32);
template<class T> __HD T __shfl_xor(T, int, int = 32);
__HD unsigned __reduce_add_sync(unsigned, unsigned); __HD int __reduce_add_sync(unsigned, int);
__HD unsigned __reduce_min_sync(unsigned, unsigned); __HD int __reduce_min_sync(unsigned, int);
__HD unsigned __reduce_max_sync(unsigned, unsigned); __HD int __reduce_max_sync(unsigned, int);
__HD unsigned __reduce_and_sync(unsigned, unsigned);
__HD unsigned __reduce_or_sync(unsigned, unsigned);
__HD unsigned __reduce_xor_sync(unsigned, unsigned);
__HD unsigned __isGlobal(const void *);
__HD unsigned __isShared(const void *);
__HD unsigned __isConstant(const void *);
__HD unsigned __isLocal(const void *);
__HD unsigned __isGridConstant(const void *);
__HD unsigned __isClusterShared(const void *);
__HD void *__cvta_global_to_generic(size_t);
__HD size_t __cvta_generic_to_shared(const void *);
__HD void *__cvta_shared_to_generic(size_t);
__HD size_t __cvta_generic_to_global(const void *);
template<class T> __HD T __ldg(const T *);
template<class T> __HD T __ldcg(const T *);
template<class T> __HD T __ldca(const T *);
template<class T> __HD T __ldcs(const T *);
template<class T> __HD T __ldlu(const T *);
template<class T> __HD T __ldcv(const T *);
template<class T> __HD void __stcg(T *, T);
template<class T> __HD void __stcs(T *, T);
template<class T> __HD void __stwb(T *, T);
template<class T> __HD void __stwt(T *, T);
__HD void __prof_trigger(int);
__HD void __assume(bool);
__HD void *alloca(size_t);
//@end

// Atomics, with their scopes.
//@for F=atomicAdd,atomicSub,atomicExch,atomicMin,atomicMax,atomicAnd,atomicOr,atomicXor
//@ {F0} {F0}_block {F0}_system
__HD int {F0}(int *, int); __HD int {F0}_block(int *, int); __HD int {F0}_system(int *, int);
__HD unsigned {F0}(unsigned *, unsigned); __HD unsigned {F0}_block(unsigned *, unsigned); __HD unsigned {F0}_system(unsigned *, unsigned);
__HD long long {F0}(long long *, long long); __HD long long {F0}_block(long long *, long long); __HD long long {F0}_system(long long *, long long);
__HD unsigned long long {F0}(unsigned long long *, unsigned long long); __HD unsigned long long {F0}_block(unsigned long long *, unsigned long long); __HD unsigned long long {F0}_system(unsigned long long *, unsigned long long);
//@end
//@ atomicAdd atomicAdd_block atomicAdd_system
__HD float atomicAdd(float *, float); __HD float atomicAdd_block(float *, float); __HD float atomicAdd_system(float *, float);
__HD double atomicAdd(double *, double); __HD double atomicAdd_block(double *, double); __HD double atomicAdd_system(double *, double);
//@ atomicExch atomicExch_block atomicExch_system
__HD float atomicExch(float *, float); __HD float atomicExch_block(float *, float); __HD float atomicExch_system(float *, float);
//@for F=atomicInc,atomicDec
//@ {F0} {F0}_block {F0}_system
__HD unsigned {F0}(unsigned *, unsigned); __HD unsigned {F0}_block(unsigned *, unsigned); __HD unsigned {F0}_system(unsigned *, unsigned);
//@end
//@for F=atomicCAS,atomicCAS_block,atomicCAS_system
//@ {F0}
__HD int {F0}(int *, int, int);
__HD unsigned {F0}(unsigned *, unsigned, unsigned);
__HD unsigned long long {F0}(unsigned long long *, unsigned long long, unsigned long long);
__HD unsigned short {F0}(unsigned short *, unsigned short, unsigned short);
//@end

// Numbers.
//@ __alp_whole
template<class T> struct __alp_whole {};
template<> struct __alp_whole<char> { typedef double type; };
template<> struct __alp_whole<signed char> { typedef double type; };
template<> struct __alp_whole<unsigned char> { typedef double type; };
template<> struct __alp_whole<short> { typedef double type; };
template<> struct __alp_whole<unsigned short> { typedef double type; };
template<> struct __alp_whole<int> { typedef double type; };
template<> struct __alp_whole<unsigned> { typedef double type; };
template<> struct __alp_whole<long> { typedef double type; };
template<> struct __alp_whole<unsigned long> { typedef double type; };
template<> struct __alp_whole<long long> { typedef double type; };
template<> struct __alp_whole<unsigned long long> { typedef double type; };
//@for F=sin,cos,tan,asin,acos,atan,sinh,cosh,tanh,asinh,acosh,atanh,exp,exp2,expm1,log,log2,log10,log1p,sqrt,cbrt,ceil,floor,trunc,round,rint,nearbyint,fabs,erf,erfc,tgamma,lgamma,logb
//@ {F0}
__HD float {F0}(float); __HD double {F0}(double);
template<class T> __HD typename __alp_whole<T>::type {F0}(T);
namespace std { using ::{F0}; }
//@ {F0}f
__HD float {F0}f(float);
//@end
//@for F=rsqrt,rcbrt,exp10,sinpi,cospi,erfinv,erfcinv,erfcx,normcdf,normcdfinv,j0,j1,y0,y1
//@ {F0}
__HD float {F0}(float); __HD double {F0}(double);
//@ {F0}f
__HD float {F0}f(float);
//@end
//@for F=pow,fmod,remainder,atan2,hypot,fmax,fmin,fdim,copysign,nextafter
//@ {F0}
__HD float {F0}(float, float); __HD double {F0}(double, double);
__HD double {F0}(float, double); __HD double {F0}(double, float);
__HD float {F0}(float, int); __HD double {F0}(double, int); __HD float {F0}(int, float); __HD double {F0}(int, double); __HD double {F0}(int, int);
namespace std { using ::{F0}; }
//@ {F0}f
__HD float {F0}f(float, float);
//@end
//@ fma
__HD float fma(float, float, float); __HD double fma(double, double, double);
namespace std { using ::fma; }
//@each
__HD float fmaf(float, float, float);
__HD float ldexpf(float, int);
__HD float frexpf(float, int *);
__HD float modff(float, float *);
__HD float rhypotf(float, float);
__HD float norm3df(float, float, float);
__HD float rnorm3df(float, float, float);
__HD void sincosf(float, float *, float *);
__HD void __sincosf(float, float *, float *);
__HD float __tanhf(float);
__HD float nanf(const char *); __HD double nan(const char *);
__HD float cyl_bessel_i0f(float); __HD double cyl_bessel_i0(double);
__HD float cyl_bessel_i1f(float); __HD double cyl_bessel_i1(double);
__HD unsigned __vnegss4(unsigned);
__HD unsigned __vnegss2(unsigned);
__HD unsigned __vneg4(unsigned);
__HD unsigned __vneg2(unsigned);
__HD unsigned __vabsss4(unsigned);
__HD unsigned __vabsss2(unsigned);
__HD unsigned __vabs4(unsigned);
__HD unsigned __vabs2(unsigned);
__HD unsigned __vsetgtu4(unsigned, unsigned);
__HD unsigned __vsetgtu2(unsigned, unsigned);
__HD unsigned __vsetgts4(unsigned, unsigned);
__HD unsigned __vsetgts2(unsigned, unsigned);
__HD unsigned __vsetne4(unsigned, unsigned);
__HD unsigned __vsetne2(unsigned, unsigned);
__HD unsigned __vseteq4(unsigned, unsigned);
__HD unsigned __vseteq2(unsigned, unsigned);
__HD unsigned __vcmpleu4(unsigned, unsigned);
__HD unsigned __vcmpleu2(unsigned, unsigned);
__HD unsigned __vcmples4(unsigned, unsigned);
__HD unsigned __vcmples2(unsigned, unsigned);
__HD unsigned __vcmpltu4(unsigned, unsigned);
__HD unsigned __vcmpltu2(unsigned, unsigned);
__HD unsigned __vcmplts4(unsigned, unsigned);
__HD unsigned __vcmplts2(unsigned, unsigned);
__HD unsigned __vcmpgeu4(unsigned, unsigned);
__HD unsigned __vcmpgeu2(unsigned, unsigned);
__HD unsigned __vcmpges4(unsigned, unsigned);
__HD unsigned __vcmpges2(unsigned, unsigned);
__HD unsigned __vcmpgtu4(unsigned, unsigned);
__HD unsigned __vcmpgtu2(unsigned, unsigned);
__HD unsigned __vcmpgts4(unsigned, unsigned);
__HD unsigned __vcmpgts2(unsigned, unsigned);
__HD unsigned __vcmpne4(unsigned, unsigned);
__HD unsigned __vcmpne2(unsigned, unsigned);
__HD unsigned __vcmpeq4(unsigned, unsigned);
__HD unsigned __vcmpeq2(unsigned, unsigned);
__HD unsigned __vsadu4(unsigned, unsigned);
__HD unsigned __vsadu2(unsigned, unsigned);
__HD unsigned __vsads4(unsigned, unsigned);
__HD unsigned __vsads2(unsigned, unsigned);
__HD unsigned __vhaddu4(unsigned, unsigned);
__HD unsigned __vhaddu2(unsigned, unsigned);
__HD unsigned __vavgu4(unsigned, unsigned);
__HD unsigned __vavgu2(unsigned, unsigned);
__HD unsigned __vavgs4(unsigned, unsigned);
__HD unsigned __vavgs2(unsigned, unsigned);
__HD unsigned __vabsdiffu4(unsigned, unsigned);
__HD unsigned __vabsdiffu2(unsigned, unsigned);
__HD unsigned __vabsdiffs4(unsigned, unsigned);
__HD unsigned __vabsdiffs2(unsigned, unsigned);
__HD unsigned __vminu4(unsigned, unsigned);
__HD unsigned __vminu2(unsigned, unsigned);
__HD unsigned __vmins4(unsigned, unsigned);
__HD unsigned __vmins2(unsigned, unsigned);
__HD unsigned __vmaxu4(unsigned, unsigned);
__HD unsigned __vmaxu2(unsigned, unsigned);
__HD unsigned __vmaxs4(unsigned, unsigned);
__HD unsigned __vmaxs2(unsigned, unsigned);
__HD unsigned __vsubus4(unsigned, unsigned);
__HD unsigned __vsubus2(unsigned, unsigned);
__HD unsigned __vsubss4(unsigned, unsigned);
__HD unsigned __vsubss2(unsigned, unsigned);
__HD unsigned __vaddus4(unsigned, unsigned);
__HD unsigned __vaddus2(unsigned, unsigned);
__HD unsigned __vaddss4(unsigned, unsigned);
__HD unsigned __vaddss2(unsigned, unsigned);
__HD unsigned __vsub4(unsigned, unsigned);
__HD unsigned __vsub2(unsigned, unsigned);
__HD unsigned __vadd4(unsigned, unsigned);
__HD unsigned __vadd2(unsigned, unsigned);
__HD int __dp2a_lo(int, int, int); __HD unsigned __dp2a_lo(unsigned, unsigned, unsigned);
__HD int __dp2a_hi(int, int, int); __HD unsigned __dp2a_hi(unsigned, unsigned, unsigned);
__HD void sincos(double, double *, double *);
__HD void sincospif(float, float *, float *);
__HD long lroundf(float);
__HD long lrintf(float);
__HD long long llroundf(float);
__HD long long llrintf(float);
__HD int ilogbf(float);
__HD float fdividef(float, float);
__HD float __fdividef(float, float);
__HD float saturatef(float);
__HD float __saturatef(float);
__HD int mul24(int, int);
__HD int __mul24(int, int);
__HD unsigned __umul24(unsigned, unsigned);
__HD int __mulhi(int, int);
__HD unsigned __umulhi(unsigned, unsigned);
__HD long long __mul64hi(long long, long long);
__HD unsigned long long __umul64hi(unsigned long long, unsigned long long);
__HD int __popc(unsigned);
__HD int __popcll(unsigned long long);
__HD int __clz(int);
__HD int __clzll(long long);
__HD int __ffs(int);
__HD int __ffsll(long long);
__HD unsigned __brev(unsigned);
__HD unsigned long long __brevll(unsigned long long);
__HD unsigned __byte_perm(unsigned, unsigned, unsigned);
__HD unsigned __funnelshift_l(unsigned, unsigned, unsigned);
__HD unsigned __funnelshift_r(unsigned, unsigned, unsigned);
__HD unsigned __funnelshift_lc(unsigned, unsigned, unsigned);
__HD unsigned __funnelshift_rc(unsigned, unsigned, unsigned);
__HD unsigned __fns(unsigned, unsigned, int);
__HD unsigned __sad(int, int, unsigned);
__HD unsigned __usad(unsigned, unsigned, unsigned);
__HD int __hadd(int, int);
__HD int __rhadd(int, int);
__HD int __dp4a(int, int, int); __HD unsigned __dp4a(unsigned, unsigned, unsigned);
__HD int __float_as_int(float);
__HD unsigned __float_as_uint(float);
__HD float __int_as_float(int);
__HD float __uint_as_float(unsigned);
__HD long long __double_as_longlong(double);
__HD double __longlong_as_double(long long);
__HD int __double2hiint(double);
__HD int __double2loint(double);
__HD double __hiloint2double(int, int);
__HD int __finitef(float);
__HD int __isnanf(float);
__HD int __isinff(float);
//@end
//@for F=__viaddmax,__viaddmin,__vimax3,__vimin3
//@ {F0}_s32 {F0}_s32_relu {F0}_u32 {F0}_s16x2 {F0}_s16x2_relu {F0}_u16x2
__HD int {F0}_s32(int, int, int); __HD int {F0}_s32_relu(int, int, int); __HD unsigned {F0}_u32(unsigned, unsigned, unsigned);
__HD unsigned {F0}_s16x2(unsigned, unsigned, unsigned); __HD unsigned {F0}_s16x2_relu(unsigned, unsigned, unsigned); __HD unsigned {F0}_u16x2(unsigned, unsigned, unsigned);
//@end
//@for F=__vimax,__vimin
//@ {F0}_s32_relu {F0}_s16x2_relu
__HD int {F0}_s32_relu(int, int); __HD unsigned {F0}_s16x2_relu(unsigned, unsigned);
//@end
//@for F=__vibmax,__vibmin
//@ {F0}_s32 {F0}_u32 {F0}_s16x2 {F0}_u16x2
__HD int {F0}_s32(int, int, bool *); __HD unsigned {F0}_u32(unsigned, unsigned, bool *);
__HD unsigned {F0}_s16x2(unsigned, unsigned, bool *, bool *); __HD unsigned {F0}_u16x2(unsigned, unsigned, bool *, bool *);
//@end
//@for F=__vsetges,__vsetgeu,__vsetles,__vsetleu,__vsetlts,__vsetltu
//@ {F0}2 {F0}4
__HD unsigned {F0}2(unsigned, unsigned); __HD unsigned {F0}4(unsigned, unsigned);
//@end
//@for F=__sinf,__cosf,__tanf,__expf,__exp10f,__exp2f,__logf,__log2f,__log10f,__frcp_rn,__frcp_rz,__frcp_ru,__frcp_rd,__fsqrt_rn,__fsqrt_rz,__fsqrt_ru,__fsqrt_rd,__frsqrt_rn
//@ {F0}
__HD float {F0}(float);
//@end
//@for F=__fadd_rn,__fadd_rz,__fsub_rn,__fmul_rn,__fmul_rz,__fdiv_rn,__powf,__fadd_ru,__fadd_rd,__fmul_ru,__fmul_rd,__fsub_rz,__fsub_ru,__fsub_rd,__fdiv_rz,__fdiv_ru,__fdiv_rd
//@ {F0}
__HD float {F0}(float, float);
//@end
//@for F=__dadd_rn,__dadd_rz,__dadd_ru,__dadd_rd,__dsub_rn,__dsub_rz,__dsub_ru,__dsub_rd,__dmul_rn,__dmul_rz,__dmul_ru,__dmul_rd,__ddiv_rn,__ddiv_rz,__ddiv_ru,__ddiv_rd
//@ {F0}
__HD double {F0}(double, double);
//@end
//@for F=__fmaf_rn,__fmaf_rz,__fmaf_ru,__fmaf_rd
//@ {F0}
__HD float {F0}(float, float, float);
//@end
//@for F=__fma_rn,__fma_rz,__fma_ru,__fma_rd
//@ {F0}
__HD double {F0}(double, double, double);
//@end
//@for F=__dsqrt_rn,__dsqrt_rz,__dsqrt_ru,__dsqrt_rd,__drcp_rn,__drcp_rz,__drcp_ru,__drcp_rd
//@ {F0}
__HD double {F0}(double);
//@end
//@for R=rn,rz,ru,rd
//@ __double2float_{R0}
__HD float __double2float_{R0}(double);
//@end
//@for I=int:int,uint:unsigned,ll:long long,ull:unsigned long long;R=rn,rz,ru,rd
//@ __float2{I0}_{R0}
__HD {I1} __float2{I0}_{R0}(float);
//@ __double2{I0}_{R0}
__HD {I1} __double2{I0}_{R0}(double);
//@ __{I0}2float_{R0}
__HD float __{I0}2float_{R0}({I1});
//@ __{I0}2double_{R0}
__HD double __{I0}2double_{R0}({I1});
//@end
//@ isnan isinf isfinite signbit
__HD bool isnan(float); __HD bool isnan(double); __HD bool isinf(float); __HD bool isinf(double);
__HD bool isfinite(float); __HD bool isfinite(double); __HD bool signbit(float); __HD bool signbit(double);
namespace std { using ::isnan; using ::isinf; using ::isfinite; using ::signbit; }
//@ ldexp frexp modf
__HD float ldexp(float, int); __HD double ldexp(double, int); __HD float frexp(float, int *); __HD double frexp(double, int *);
__HD float modf(float, float *); __HD double modf(double, double *);
//@ abs
__HD int abs(int); __HD long abs(long); __HD long long abs(long long); __HD float abs(float); __HD double abs(double);
namespace std { using ::abs; }
//@ labs llabs
__HD long labs(long); __HD long long llabs(long long);
//@for F=min:__b < __a,max:__a < __b
//@ {F0}
__HD int {F0}(int, int); __HD unsigned {F0}(unsigned, unsigned); __HD unsigned {F0}(int, unsigned); __HD unsigned {F0}(unsigned, int);
__HD long {F0}(long, long); __HD unsigned long {F0}(unsigned long, unsigned long); __HD unsigned long {F0}(long, unsigned long); __HD unsigned long {F0}(unsigned long, long);
__HD long long {F0}(long long, long long); __HD unsigned long long {F0}(unsigned long long, unsigned long long); __HD unsigned long long {F0}(long long, unsigned long long); __HD unsigned long long {F0}(unsigned long long, long long);
__HD float {F0}(float, float); __HD double {F0}(double, double); __HD double {F0}(float, double); __HD double {F0}(double, float);
namespace std { template<class T> __HD constexpr const T &{F0}(const T &__a, const T &__b) { return {F1} ? __b : __a; } }
//@ u{F0} ull{F0} ll{F0}
__HD unsigned u{F0}(unsigned, unsigned); __HD unsigned long long ull{F0}(unsigned long long, unsigned long long); __HD long long ll{F0}(long long, long long);
//@end

// The C library.
//@each
extern "C" __HD int printf(const char *, ...);
extern "C" __HD int sprintf(char *, const char *, ...);
extern "C" __HD int snprintf(char *, size_t, const char *, ...);
extern "C" __HD void *malloc(size_t);
extern "C" __HD void *calloc(size_t, size_t);
extern "C" __HD void free(void *);
extern "C" __HD void *memcpy(void *, const void *, size_t);
extern "C" __HD void *memmove(void *, const void *, size_t);
extern "C" __HD void *memset(void *, int, size_t);
extern "C" __HD int memcmp(const void *, const void *, size_t);
extern "C" __HD size_t strlen(const char *);
extern "C" int strcmp(const char *, const char *);
extern "C" int atoi(const char *);
extern "C" double atof(const char *);
extern "C" void exit(int) __attribute__((noreturn));
extern "C" void abort() __attribute__((noreturn));
extern "C" int rand();
extern "C" void srand(unsigned);
extern "C" int puts(const char *);
//@end
//@for F=printf,sprintf,snprintf,malloc,calloc,free,memcpy,memmove,memset,memcmp,strlen,strcmp,atoi,atof,exit,abort,rand,srand,puts
//@ {F0}
namespace std { using ::{F0}; }
//@end
//@ FILE fprintf stderr stdout fopen fclose fread fwrite fflush fgets
struct FILE; extern FILE *stderr; extern FILE *stdout;
extern "C" int fprintf(FILE *, const char *, ...); extern "C" FILE *fopen(const char *, const char *); extern "C" int fclose(FILE *);
extern "C" size_t fread(void *, size_t, size_t, FILE *); extern "C" size_t fwrite(const void *, size_t, size_t, FILE *); extern "C" int fflush(FILE *); extern "C" char *fgets(char *, int, FILE *);
//@ RAND_MAX
#define RAND_MAX 2147483647
//@ EXIT_SUCCESS EXIT_FAILURE
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
//@ time time_t
typedef long time_t; extern "C" time_t time(time_t *);
//@ assert
__HD void __alp_assert(bool);
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) __alp_assert(e)
#endif
//@ offsetof
#define offsetof(t, m) __builtin_offsetof(t, m)

// The C++ library.
//@ common_type common_type_t is_same is_same_v true_type false_type integral_constant conditional conditional_t enable_if enable_if_t remove_reference remove_reference_t remove_cv remove_cv_t remove_const decay decay_t
namespace std {
template<class T, T V> struct integral_constant { static constexpr T value = V; typedef T value_type; constexpr __HD operator T() const { return V; } };
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template<class A, class B> struct is_same : false_type {};
template<class A> struct is_same<A, A> : true_type {};
template<class A, class B> inline constexpr bool is_same_v = is_same<A, B>::value;
template<bool B, class T, class F> struct conditional { typedef T type; };
template<class T, class F> struct conditional<false, T, F> { typedef F type; };
template<bool B, class T, class F> using conditional_t = typename conditional<B, T, F>::type;
template<bool B, class T = void> struct enable_if {};
template<class T> struct enable_if<true, T> { typedef T type; };
template<bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template<class T> struct remove_reference { typedef T type; };
template<class T> struct remove_reference<T &> { typedef T type; };
template<class T> struct remove_reference<T &&> { typedef T type; };
template<class T> using remove_reference_t = typename remove_reference<T>::type;
template<class T> struct remove_const { typedef T type; };
template<class T> struct remove_const<const T> { typedef T type; };
template<class T> struct remove_cv { typedef T type; };
template<class T> struct remove_cv<const T> { typedef T type; };
template<class T> struct remove_cv<volatile T> { typedef T type; };
template<class T> struct remove_cv<const volatile T> { typedef T type; };
template<class T> using remove_cv_t = typename remove_cv<T>::type;
template<class T> struct __alp_decay { typedef typename remove_cv<T>::type type; };
template<class T> struct __alp_decay<T[]> { typedef T *type; };
template<class T, decltype(sizeof(0)) N> struct __alp_decay<T[N]> { typedef T *type; };
template<class R, class... A> struct __alp_decay<R(A...)> { typedef R (*type)(A...); };
template<class T> struct decay { typedef typename __alp_decay<typename remove_reference<T>::type>::type type; };
template<class T> using decay_t = typename decay<T>::type;
template<class T> __HD typename __alp_decay<typename remove_reference<T>::type>::type &&__alp_value();
template<class... T> struct common_type {};
template<class T> struct common_type<T> { typedef typename decay<T>::type type; };
template<class T, class U> struct common_type<T, U> { typedef typename decay<decltype(true ? __alp_value<T>() : __alp_value<U>())>::type type; };
template<class... T> using common_type_t = typename common_type<T...>::type;
}
//@ bool_constant
namespace std { template<bool B> using bool_constant = integral_constant<bool, B>; }
//@for F=is_pointer,is_integral,is_floating_point,is_arithmetic,is_enum,is_class,is_union,is_void,is_signed,is_unsigned,is_const,is_volatile,is_reference,is_lvalue_reference,is_rvalue_reference,is_array,is_function,is_scalar,is_fundamental,is_compound,is_object,is_empty,is_final,is_abstract,is_polymorphic,is_pod,is_trivial,is_standard_layout,is_literal_type,is_aggregate,is_member_pointer,is_trivially_copyable
//@ {F0} {F0}_v
namespace std {
template<class T> struct {F0} : integral_constant<bool, __{F0}(T)> {};
template<class T> inline constexpr bool {F0}_v = __{F0}(T);
}
//@end
//@for F=is_convertible:__is_convertible,is_base_of:__is_base_of,is_assignable:__is_assignable,is_trivially_assignable:__is_trivially_assignable,is_nothrow_assignable:__is_nothrow_assignable
//@ {F0} {F0}_v
namespace std {
template<class T, class U> struct {F0} : integral_constant<bool, {F1}(T, U)> {};
template<class T, class U> inline constexpr bool {F0}_v = {F1}(T, U);
}
//@end
//@for F=is_constructible,is_trivially_constructible,is_nothrow_constructible
//@ {F0} {F0}_v
namespace std {
template<class T, class... A> struct {F0} : integral_constant<bool, __{F0}(T, A...)> {};
template<class T, class... A> inline constexpr bool {F0}_v = __{F0}(T, A...);
}
//@end
//@for F=is_:__is_,is_nothrow_:__is_nothrow_,is_trivially_:__is_trivially_
//@ {F0}default_constructible {F0}copy_constructible {F0}move_constructible {F0}copy_assignable {F0}move_assignable {F0}default_constructible_v {F0}copy_constructible_v {F0}move_constructible_v
namespace std {
template<class T> struct {F0}default_constructible : integral_constant<bool, {F1}constructible(T)> {};
template<class T> struct {F0}copy_constructible : integral_constant<bool, {F1}constructible(T, const T &)> {};
template<class T> struct {F0}move_constructible : integral_constant<bool, {F1}constructible(T, T &&)> {};
template<class T> struct {F0}copy_assignable : integral_constant<bool, {F1}assignable(T &, const T &)> {};
template<class T> struct {F0}move_assignable : integral_constant<bool, {F1}assignable(T &, T &&)> {};
template<class T> inline constexpr bool {F0}default_constructible_v = {F1}constructible(T);
template<class T> inline constexpr bool {F0}copy_constructible_v = {F1}constructible(T, const T &);
template<class T> inline constexpr bool {F0}move_constructible_v = {F1}constructible(T, T &&);
}
//@end
//@for F=is_destructible,is_nothrow_destructible,is_trivially_destructible
//@ {F0} {F0}_v
namespace std { template<class T> struct {F0} : integral_constant<bool, __{F0}(T)> {}; template<class T> inline constexpr bool {F0}_v = __{F0}(T); }
//@end
//@ is_null_pointer
namespace std { template<class T> struct is_null_pointer : is_same<typename remove_cv<T>::type, decltype(nullptr)> {}; }
//@ is_nothrow_swappable is_swappable
namespace std { template<class T> struct is_swappable : integral_constant<bool, __is_constructible(T, T &&) && __is_assignable(T &, T &&)> {}; template<class T> struct is_nothrow_swappable : integral_constant<bool, __is_nothrow_constructible(T, T &&) && __is_nothrow_assignable(T &, T &&)> {}; }
//@ declval
namespace std { template<class T> __HD T &&declval() noexcept; }
//@ void_t
namespace std { template<class...> struct __alp_void { typedef void type; }; template<class... T> using void_t = typename __alp_void<T...>::type; }
//@ alignment_of alignment_of_v
namespace std { template<class T> struct alignment_of : integral_constant<decltype(sizeof(0)), alignof(T)> {}; template<class T> inline constexpr decltype(sizeof(0)) alignment_of_v = alignof(T); }
//@ rank extent
namespace std {
template<class T> struct rank : integral_constant<decltype(sizeof(0)), 0> {};
template<class T> struct rank<T[]> : integral_constant<decltype(sizeof(0)), rank<T>::value + 1> {};
template<class T, decltype(sizeof(0)) N> struct rank<T[N]> : integral_constant<decltype(sizeof(0)), rank<T>::value + 1> {};
template<class T, unsigned I = 0> struct extent : integral_constant<decltype(sizeof(0)), 0> {};
template<class T, decltype(sizeof(0)) N> struct extent<T[N], 0> : integral_constant<decltype(sizeof(0)), N> {};
template<class T, decltype(sizeof(0)) N, unsigned I> struct extent<T[N], I> : extent<T, I - 1> {};
}
//@ conjunction disjunction negation conjunction_v disjunction_v negation_v
namespace std {
template<class...> struct conjunction : true_type {};
template<class B> struct conjunction<B> : B {};
template<class B, class... R> struct conjunction<B, R...> : conditional<bool(B::value), conjunction<R...>, B>::type {};
template<class...> struct disjunction : false_type {};
template<class B> struct disjunction<B> : B {};
template<class B, class... R> struct disjunction<B, R...> : conditional<bool(B::value), B, disjunction<R...>>::type {};
template<class B> struct negation : integral_constant<bool, !bool(B::value)> {};
template<class... B> inline constexpr bool conjunction_v = conjunction<B...>::value;
template<class... B> inline constexpr bool disjunction_v = disjunction<B...>::value;
template<class B> inline constexpr bool negation_v = !bool(B::value);
}
//@ remove_pointer remove_pointer_t
namespace std {
template<class T> struct remove_pointer { typedef T type; };
template<class T> struct remove_pointer<T *> { typedef T type; };
template<class T> struct remove_pointer<T *const> { typedef T type; };
template<class T> struct remove_pointer<T *volatile> { typedef T type; };
template<class T> struct remove_pointer<T *const volatile> { typedef T type; };
template<class T> using remove_pointer_t = typename remove_pointer<T>::type;
}
//@ remove_const_t remove_volatile remove_volatile_t
namespace std {
template<class T> using remove_const_t = typename remove_const<T>::type;
template<class T> struct remove_volatile { typedef T type; };
template<class T> struct remove_volatile<volatile T> { typedef T type; };
template<class T> using remove_volatile_t = typename remove_volatile<T>::type;
}
//@ remove_cvref remove_cvref_t
namespace std { template<class T> struct remove_cvref { typedef typename remove_cv<typename remove_reference<T>::type>::type type; }; template<class T> using remove_cvref_t = typename remove_cvref<T>::type; }
//@ remove_extent remove_extent_t remove_all_extents remove_all_extents_t
namespace std {
template<class T> struct remove_extent { typedef T type; };
template<class T> struct remove_extent<T[]> { typedef T type; };
template<class T, decltype(sizeof(0)) N> struct remove_extent<T[N]> { typedef T type; };
template<class T> using remove_extent_t = typename remove_extent<T>::type;
template<class T> struct remove_all_extents { typedef T type; };
template<class T> struct remove_all_extents<T[]> { typedef typename remove_all_extents<T>::type type; };
template<class T, decltype(sizeof(0)) N> struct remove_all_extents<T[N]> { typedef typename remove_all_extents<T>::type type; };
template<class T> using remove_all_extents_t = typename remove_all_extents<T>::type;
}
//@ add_const add_const_t add_pointer add_pointer_t
namespace std {
template<class T> struct add_const { typedef const T type; };
template<class T> using add_const_t = const T;
template<class T> struct add_pointer { typedef typename remove_reference<T>::type *type; };
template<class T> using add_pointer_t = typename remove_reference<T>::type *;
}
//@ add_lvalue_reference add_rvalue_reference add_lvalue_reference_t add_rvalue_reference_t
namespace std {
template<class T> struct add_lvalue_reference { typedef T &type; };
template<> struct add_lvalue_reference<void> { typedef void type; };
template<class T> struct add_rvalue_reference { typedef T &&type; };
template<> struct add_rvalue_reference<void> { typedef void type; };
template<class T> using add_lvalue_reference_t = typename add_lvalue_reference<T>::type;
template<class T> using add_rvalue_reference_t = typename add_rvalue_reference<T>::type;
}
//@ make_unsigned make_signed make_unsigned_t make_signed_t
namespace std {
template<class T> struct make_unsigned; template<class T> struct make_signed;
#define __ALP_SIGN(T, S, U) template<> struct make_unsigned<T> { typedef U type; }; template<> struct make_signed<T> { typedef S type; };
__ALP_SIGN(char, signed char, unsigned char) __ALP_SIGN(signed char, signed char, unsigned char) __ALP_SIGN(unsigned char, signed char, unsigned char)
__ALP_SIGN(short, short, unsigned short) __ALP_SIGN(unsigned short, short, unsigned short) __ALP_SIGN(int, int, unsigned) __ALP_SIGN(unsigned, int, unsigned)
__ALP_SIGN(long, long, unsigned long) __ALP_SIGN(unsigned long, long, unsigned long) __ALP_SIGN(long long, long long, unsigned long long) __ALP_SIGN(unsigned long long, long long, unsigned long long)
#undef __ALP_SIGN
template<class T> using make_unsigned_t = typename make_unsigned<T>::type; template<class T> using make_signed_t = typename make_signed<T>::type;
}
//@ underlying_type underlying_type_t
namespace std { template<class T> struct underlying_type { typedef __underlying_type(T) type; }; template<class T> using underlying_type_t = typename underlying_type<T>::type; }
//@ aligned_storage aligned_storage_t
namespace std { template<decltype(sizeof(0)) N, decltype(sizeof(0)) A = (N >= 16 ? 16 : N > 4 ? 8 : N > 2 ? 4 : N)> struct aligned_storage { struct type { alignas(A) unsigned char data[N]; }; }; template<decltype(sizeof(0)) N, decltype(sizeof(0)) A = (N >= 16 ? 16 : N > 4 ? 8 : N > 2 ? 4 : N)> using aligned_storage_t = typename aligned_storage<N, A>::type; }
//@ numeric_limits
namespace std {
enum float_round_style { round_indeterminate = -1, round_toward_zero = 0, round_to_nearest = 1, round_toward_infinity = 2, round_toward_neg_infinity = 3 };
template<class T> struct numeric_limits { static constexpr bool is_specialized = false; static constexpr __HD T max() { return T(); } static constexpr __HD T min() { return T(); } static constexpr __HD T lowest() { return T(); } };
template<class T> struct numeric_limits<const T> : numeric_limits<T> {};
}
//@for T=bool:false:true:1:0:0,char:-128:127:7:2:1,signed char:-128:127:7:2:1,unsigned char:0:255:8:2:0,short:-32768:32767:15:4:1,unsigned short:0:65535:16:4:0,int:-2147483647 - 1:2147483647:31:9:1,unsigned:0:4294967295u:32:9:0,long:-__LONG_MAX__ - 1:__LONG_MAX__:63:18:1,unsigned long:0:2UL * __LONG_MAX__ + 1UL:64:19:0,long long:-9223372036854775807LL - 1:9223372036854775807LL:63:18:1,unsigned long long:0:18446744073709551615ULL:64:19:0
//@ numeric_limits
namespace std { template<> struct numeric_limits<{T0}> { static constexpr bool is_specialized = true, is_signed = {T5}, is_integer = true, is_exact = true, has_infinity = false, has_quiet_NaN = false, is_iec559 = false, is_bounded = true; static constexpr int digits = {T3}, digits10 = {T4}, radix = 2; static constexpr __HD {T0} max() { return {T2}; } static constexpr __HD {T0} min() { return {T1}; } static constexpr __HD {T0} lowest() { return {T1}; } }; }
//@end
//@for T=float:FLT:f,double:DBL:
//@ numeric_limits
namespace std { template<> struct numeric_limits<{T0}> { static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, has_denorm_loss = false, is_iec559 = true, is_bounded = true; static constexpr int digits = __{T1}_MANT_DIG__, digits10 = __{T1}_DIG__, max_digits10 = __{T1}_DECIMAL_DIG__, radix = 2, max_exponent = __{T1}_MAX_EXP__, min_exponent = __{T1}_MIN_EXP__; static constexpr __HD {T0} max() { return __{T1}_MAX__; } static constexpr __HD {T0} min() { return __{T1}_MIN__; } static constexpr __HD {T0} lowest() { return -__{T1}_MAX__; } static constexpr __HD {T0} infinity() { return __builtin_inf{T2}(); } static constexpr __HD {T0} epsilon() { return __{T1}_EPSILON__; } static constexpr __HD {T0} denorm_min() { return __{T1}_DENORM_MIN__; } static constexpr __HD {T0} round_error() { return 0.5f; } static constexpr __HD {T0} quiet_NaN() { return __builtin_nan{T2}(""); } static constexpr __HD {T0} signaling_NaN() { return __builtin_nans{T2}(""); } }; }
//@end
//@ swap
namespace std { template<class T> __HD constexpr void swap(T &__a, T &__b) { T __c = __a; __a = __b; __b = __c; } }
//@ move forward
namespace std {
template<class T> struct __alp_bare { typedef T type; };
template<class T> struct __alp_bare<T &> { typedef T type; };
template<class T> struct __alp_bare<T &&> { typedef T type; };
template<class T> __HD constexpr typename __alp_bare<T>::type &&move(T &&__t) { return static_cast<typename __alp_bare<T>::type &&>(__t); }
template<class T> __HD constexpr T &&forward(typename __alp_bare<T>::type &__t) { return static_cast<T &&>(__t); }
}

// Numbers of 16 bits.
//@ __half_raw
struct __attribute__((aligned(2))) __half_raw { unsigned short x; };
//@ __half2_raw
struct __attribute__((aligned(4))) __half2_raw { unsigned short x, y; };
//@ __nv_bfloat16_raw
struct __attribute__((aligned(2))) __nv_bfloat16_raw { unsigned short x; };
//@ __nv_bfloat162_raw
struct __attribute__((aligned(4))) __nv_bfloat162_raw { unsigned short x, y; };
//@for H=half:__half:__half_raw:__half2:half2,bf:__nv_bfloat16:__nv_bfloat16_raw:__nv_bfloat162:nv_bfloat162
//@ {H1} {H3} {H4} __alp_{H0}
struct __attribute__((aligned(2))) {H1} {
  unsigned short __x;
  {H1}() = default;
  __HD {H1}(float); __HD {H1}(double); __HD {H1}(int); __HD {H1}(unsigned); __HD {H1}(short); __HD {H1}(unsigned short); __HD {H1}(long); __HD {H1}(unsigned long); __HD {H1}(long long); __HD {H1}(unsigned long long);
  __HD {H1}({H2}); __HD operator {H2}() const;
  __HD operator float() const;
  __HD {H1} &operator++(); __HD {H1} &operator--();
  __HD {H1} &operator+=({H1}); __HD {H1} &operator-=({H1}); __HD {H1} &operator*=({H1}); __HD {H1} &operator/=({H1});
};
struct __attribute__((aligned(4))) {H3} { {H1} x, y; {H3}() = default; __HD {H3}({H1}, {H1}); __HD {H3} &operator+=({H3}); __HD {H3} &operator-=({H3}); __HD {H3} &operator*=({H3}); __HD {H3} &operator/=({H3}); };
typedef {H3} {H4};
__HD {H1} operator+({H1}, {H1}); __HD {H1} operator-({H1}, {H1}); __HD {H1} operator*({H1}, {H1}); __HD {H1} operator/({H1}, {H1}); __HD {H1} operator-({H1}); __HD {H1} operator+({H1}); __HD {H3} operator-({H3}); __HD {H3} operator+({H3});
__HD bool operator<({H3}, {H3}); __HD bool operator>({H3}, {H3}); __HD bool operator<=({H3}, {H3}); __HD bool operator>=({H3}, {H3}); __HD bool operator==({H3}, {H3}); __HD bool operator!=({H3}, {H3});
__HD bool operator<({H1}, {H1}); __HD bool operator>({H1}, {H1}); __HD bool operator<=({H1}, {H1}); __HD bool operator>=({H1}, {H1}); __HD bool operator==({H1}, {H1}); __HD bool operator!=({H1}, {H1});
__HD {H3} operator+({H3}, {H3}); __HD {H3} operator-({H3}, {H3}); __HD {H3} operator*({H3}, {H3}); __HD {H3} operator/({H3}, {H3});
__HD {H1} atomicAdd({H1} *, {H1}); __HD {H3} atomicAdd({H3} *, {H3});
//@end
//@ half
typedef __half half;
//@ __nv_half
typedef __half __nv_half;
//@ __nv_half2
typedef __half2 __nv_half2;
//@ nv_bfloat16
typedef __nv_bfloat16 nv_bfloat16;
//@for F=__hadd,__hsub,__hmul,__hdiv,__hmax,__hmin,__hmax_nan,__hmin_nan,__hadd_sat,__hsub_sat,__hmul_sat,__hadd_rn,__hsub_rn,__hmul_rn
//@ {F0}
__HD __half {F0}(__half, __half); __HD __nv_bfloat16 {F0}(__nv_bfloat16, __nv_bfloat16);
//@end
//@for F=__hadd2,__hsub2,__hmul2,__h2div,__hmax2,__hmin2,__hmax2_nan,__hmin2_nan,__hadd2_sat,__hsub2_sat,__hmul2_sat,__hadd2_rn,__hsub2_rn,__hmul2_rn,__heq2,__hne2,__hlt2,__hgt2,__hle2,__hge2
//@ {F0}
__HD __half2 {F0}(__half2, __half2); __HD __nv_bfloat162 {F0}(__nv_bfloat162, __nv_bfloat162);
//@end
//@ __hdiv2
__HD __half2 __hdiv2(__half2, __half2); __HD __nv_bfloat162 __hdiv2(__nv_bfloat162, __nv_bfloat162);
//@for F=__heq,__hne,__hlt,__hgt,__hle,__hge,__hequ,__hneu,__hltu,__hgtu,__hleu,__hgeu
//@ {F0}
__HD bool {F0}(__half, __half); __HD bool {F0}(__nv_bfloat16, __nv_bfloat16);
//@end
//@for F=__hbeq2,__hbne2,__hblt2,__hbgt2,__hble2,__hbge2
//@ {F0}
__HD bool {F0}(__half2, __half2); __HD bool {F0}(__nv_bfloat162, __nv_bfloat162);
//@end
//@for F=hsqrt,hrsqrt,hexp,hexp2,hexp10,hlog,hlog2,hlog10,hsin,hcos,hrcp,htanh,__hneg,__habs,hfloor,hceil,hrint,htrunc
//@ {F0}
__HD __half {F0}(__half); __HD __nv_bfloat16 {F0}(__nv_bfloat16);
//@end
//@for F=h2sqrt,h2rsqrt,h2exp,h2exp2,h2exp10,h2log,h2log2,h2log10,h2sin,h2cos,h2rcp,h2tanh,__hneg2,__habs2,h2floor,h2ceil,h2rint,h2trunc
//@ {F0}
__HD __half2 {F0}(__half2); __HD __nv_bfloat162 {F0}(__nv_bfloat162);
//@end
//@for F=__hfma,__hfma_sat,__hfma_relu
//@ {F0} {F0}2
__HD __half {F0}(__half, __half, __half); __HD __nv_bfloat16 {F0}(__nv_bfloat16, __nv_bfloat16, __nv_bfloat16);
//@end
//@for F=__hfma2,__hfma2_sat,__hfma2_relu
//@ {F0}
__HD __half2 {F0}(__half2, __half2, __half2); __HD __nv_bfloat162 {F0}(__nv_bfloat162, __nv_bfloat162, __nv_bfloat162);
//@end
//@ __hisnan __hisinf
__HD bool __hisnan(__half); __HD bool __hisnan(__nv_bfloat16); __HD int __hisinf(__half); __HD int __hisinf(__nv_bfloat16);
//@for I=int:int,uint:unsigned,short:short,ushort:unsigned short,ll:long long,ull:unsigned long long;R=rn,rz,ru,rd;H=half:__half,bfloat16:__nv_bfloat16
//@ __{H0}2{I0}_{R0}
__HD {I1} __{H0}2{I0}_{R0}({H1});
//@ __{I0}2{H0}_{R0}
__HD {H1} __{I0}2{H0}_{R0}({I1});
//@end
//@for R=rz,ru,rd;H=half:__half,bfloat16:__nv_bfloat16
//@ __float2{H0}_{R0}
__HD {H1} __float2{H0}_{R0}(float);
//@end
//@ __double2half __double2bfloat16
__HD __half __double2half(double); __HD __nv_bfloat16 __double2bfloat16(double);
//@each
__HD __half __float2half(float);
__HD __half __float2half_rn(float);
__HD float __half2float(__half);
__HD __half2 __float2half2_rn(float);
__HD __half2 __floats2half2_rn(float, float);
__HD __half2 __half2half2(__half);
__HD __half2 __halves2half2(__half, __half);
__HD __half __low2half(__half2);
__HD __half __high2half(__half2);
__HD float __low2float(__half2);
__HD float __high2float(__half2);
__HD float2 __half22float2(__half2);
__HD __half2 __float22half2_rn(float2);
__HD __half2 make_half2(__half, __half);
__HD short __half_as_short(__half);
__HD __half __short_as_half(short);
__HD __half2 __lows2half2(__half2, __half2);
__HD __half2 __highs2half2(__half2, __half2);
__HD __half2 __low2half2(__half2);
__HD __half2 __high2half2(__half2);
__HD __half2 __lowhigh2highlow(__half2);
__HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162);
__HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162);
__HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162);
__HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162);
__HD __nv_bfloat162 make_bfloat162(__nv_bfloat16, __nv_bfloat16);
__HD short __bfloat16_as_short(__nv_bfloat16);
__HD __nv_bfloat16 __short_as_bfloat16(short);
__HD unsigned short __half_as_ushort(__half);
__HD __half __ushort_as_half(unsigned short);
__HD __nv_bfloat16 __float2bfloat16(float);
__HD __nv_bfloat16 __float2bfloat16_rn(float);
__HD float __bfloat162float(__nv_bfloat16);
__HD __nv_bfloat162 __floats2bfloat162_rn(float, float);
__HD __nv_bfloat162 __float2bfloat162_rn(float);
__HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16, __nv_bfloat16);
__HD __nv_bfloat162 __float22bfloat162_rn(float2);
__HD float2 __bfloat1622float2(__nv_bfloat162);
__HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16);
__HD unsigned short __bfloat16_as_ushort(__nv_bfloat16);
__HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short);
//@end

// Numbers of 8 bits.
//@ __nv_fp8_storage_t __nv_fp8x2_storage_t __nv_fp8x4_storage_t
typedef unsigned char __nv_fp8_storage_t; typedef unsigned short __nv_fp8x2_storage_t; typedef unsigned __nv_fp8x4_storage_t;
//@ __NV_E4M3 __NV_E5M2 __nv_fp8_interpretation_t
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
//@ __NV_SATFINITE __NV_NOSAT __nv_saturation_t
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
//@for E=e4m3,e5m2
//@ __nv_fp8_{E0}
struct __attribute__((aligned(1))) __nv_fp8_{E0} {
  __nv_fp8_storage_t __x;
  __nv_fp8_{E0}() = default;
  __HD explicit __nv_fp8_{E0}(__half); __HD explicit __nv_fp8_{E0}(__nv_bfloat16); __HD explicit __nv_fp8_{E0}(float); __HD explicit __nv_fp8_{E0}(double); __HD explicit __nv_fp8_{E0}(int); __HD explicit __nv_fp8_{E0}(unsigned); __HD explicit __nv_fp8_{E0}(short); __HD explicit __nv_fp8_{E0}(unsigned short); __HD explicit __nv_fp8_{E0}(long); __HD explicit __nv_fp8_{E0}(unsigned long); __HD explicit __nv_fp8_{E0}(long long); __HD explicit __nv_fp8_{E0}(unsigned long long);
  __HD explicit operator __half() const; __HD explicit operator __nv_bfloat16() const; __HD explicit operator float() const; __HD explicit operator double() const; __HD explicit operator unsigned char() const; __HD explicit operator unsigned() const; __HD explicit operator int() const; __HD explicit operator bool() const;
};
//@ __nv_fp8x2_{E0}
struct __attribute__((aligned(2))) __nv_fp8x2_{E0} {
  __nv_fp8x2_storage_t __x;
  __nv_fp8x2_{E0}() = default;
  __HD explicit __nv_fp8x2_{E0}(__half2); __HD explicit __nv_fp8x2_{E0}(__nv_bfloat162); __HD explicit __nv_fp8x2_{E0}(float2); __HD explicit __nv_fp8x2_{E0}(double2);
  __HD explicit operator __half2() const; __HD explicit operator float2() const;
};
//@ __nv_fp8x4_{E0}
struct __attribute__((aligned(4))) __nv_fp8x4_{E0} {
  __nv_fp8x4_storage_t __x;
  __nv_fp8x4_{E0}() = default;
  __HD explicit __nv_fp8x4_{E0}(__half2, __half2); __HD explicit __nv_fp8x4_{E0}(__nv_bfloat162, __nv_bfloat162); __HD explicit __nv_fp8x4_{E0}(float4); __HD explicit __nv_fp8x4_{E0}(double4);
  __HD explicit operator float4() const;
};
//@end
//@for F=float:float,double:double,halfraw:__half_raw,bfloat16raw:__nv_bfloat16_raw
//@ __nv_cvt_{F0}_to_fp8
__HD __nv_fp8_storage_t __nv_cvt_{F0}_to_fp8({F1}, __nv_saturation_t, __nv_fp8_interpretation_t);
//@end
//@for F=float2:float2,double2:double2
//@ __nv_cvt_{F0}_to_fp8x2
__HD __nv_fp8x2_storage_t __nv_cvt_{F0}_to_fp8x2({F1}, __nv_saturation_t, __nv_fp8_interpretation_t);
//@end
//@ __nv_cvt_fp8_to_halfraw
__HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t);
//@ __nv_cvt_fp8x2_to_halfraw2
__HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t);

// Cooperative groups.
//@ cooperative_groups
namespace cooperative_groups {
class thread_group {
public:
  __HD void sync() const; __HD unsigned size() const; __HD unsigned thread_rank() const; __HD unsigned num_threads() const; __HD bool is_valid() const;
  unsigned __id;
};
class thread_block : public thread_group {
public:
  static __HD void sync(); static __HD unsigned size(); static __HD unsigned thread_rank(); static __HD unsigned num_threads();
  static __HD dim3 group_index(); static __HD dim3 thread_index(); static __HD dim3 group_dim(); static __HD dim3 dim_threads();
  struct arrival_token { unsigned __t; };
  __HD arrival_token barrier_arrive(); __HD void barrier_wait(arrival_token &&);
};
class grid_group : public thread_group {
public:
  __HD void sync() const; __HD unsigned long long size() const; __HD unsigned long long thread_rank() const; __HD unsigned long long num_threads() const; __HD bool is_valid() const;
  __HD dim3 group_dim() const; __HD dim3 dim_blocks() const; __HD unsigned long long num_blocks() const; __HD unsigned long long block_rank() const; __HD dim3 block_index() const;
};
class multi_grid_group : public thread_group {};
class cluster_group : public thread_group {
public:
  static __HD void sync(); static __HD unsigned block_rank(); static __HD unsigned num_blocks(); static __HD dim3 block_index(); static __HD dim3 dim_blocks();
  template<class T> static __HD T *map_shared_rank(T *, int);
};
class coalesced_group : public thread_group {
public:
  __HD unsigned meta_group_rank() const; __HD unsigned meta_group_size() const;
  template<class T> __HD T shfl(T, int) const; template<class T> __HD T shfl_up(T, unsigned) const; template<class T> __HD T shfl_down(T, unsigned) const;
  __HD int any(int) const; __HD int all(int) const; __HD unsigned ballot(int) const;
};
template<unsigned N, class Parent = void> class thread_block_tile : public thread_group {
public:
  thread_block_tile() = default; template<class P> __HD thread_block_tile(const thread_block_tile<N, P> &);
  __HD void sync() const; __HD unsigned thread_rank() const; static constexpr __HD unsigned size() { return N; } static constexpr __HD unsigned num_threads() { return N; }
  __HD unsigned meta_group_rank() const; __HD unsigned meta_group_size() const;
  template<class T> __HD T shfl(T, int) const; template<class T> __HD T shfl_up(T, unsigned) const; template<class T> __HD T shfl_down(T, unsigned) const; template<class T> __HD T shfl_xor(T, unsigned) const;
  __HD int any(int) const; __HD int all(int) const; __HD unsigned ballot(int) const;
  template<class T> __HD unsigned match_any(T) const; template<class T> __HD unsigned match_all(T, int &) const;
};
__HD thread_block this_thread_block(); __HD grid_group this_grid(); __HD cluster_group this_cluster(); __HD multi_grid_group this_multi_grid(); __HD coalesced_group coalesced_threads();
__HD thread_group tiled_partition(const thread_group &, unsigned);
template<unsigned N, class P> __HD thread_block_tile<N, P> tiled_partition(const P &);
template<class P> __HD coalesced_group labeled_partition(const P &, int);
template<class P> __HD coalesced_group binary_partition(const P &, bool);
template<class G> __HD void sync(const G &); template<class G> __HD void synchronize(const G &);
template<class G> __HD unsigned thread_rank(const G &);
template<class G> __HD unsigned group_size(const G &);
template<class T> struct plus { __HD T operator()(const T &, const T &) const; };
template<class T> struct less { __HD T operator()(const T &, const T &) const; };
template<class T> struct greater { __HD T operator()(const T &, const T &) const; };
template<class T> struct bit_and { __HD T operator()(const T &, const T &) const; };
template<class T> struct bit_or { __HD T operator()(const T &, const T &) const; };
template<class T> struct bit_xor { __HD T operator()(const T &, const T &) const; };
template<class G, class T, class F> __HD T reduce(const G &, T, F);
template<class G, class T, class F> __HD T inclusive_scan(const G &, T, F);
template<class G, class T> __HD T inclusive_scan(const G &, T);
template<class G, class T, class F> __HD T exclusive_scan(const G &, T, F);
template<class G, class T> __HD T exclusive_scan(const G &, T);
template<class G, class T, class S> __HD void memcpy_async(const G &, T *, const T *, const S &);
template<class G, class T, class A, class S, class B> __HD void memcpy_async(const G &, T *, const A &, const T *, const B &);
template<class G> __HD void wait(const G &);
template<unsigned N, class G> __HD void wait_prior(const G &);
template<class G, class F> __HD void invoke_one(const G &, F);
}

// Asynchronous copies and barriers as objects.
//@ __pipeline_memcpy_async __pipeline_commit __pipeline_wait_prior
__HD void __pipeline_memcpy_async(void *, const void *, size_t, size_t = 0); __HD void __pipeline_commit(); __HD void __pipeline_wait_prior(size_t);
//@ cuda
namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
template<size_t N> struct aligned_size_t { size_t __n; __HD aligned_size_t(size_t __v) : __n(__v) {} __HD operator size_t() const { return __n; } };
template<thread_scope S> class barrier { public: unsigned long long __b; struct arrival_token { unsigned long long __t; }; barrier() = default; __HD barrier(long); __HD arrival_token arrive(long = 1); __HD void wait(arrival_token &&) const; __HD void arrive_and_wait(); __HD void arrive_and_drop(); };
template<thread_scope S> __HD void init(barrier<S> *, long);
template<thread_scope S, unsigned N = 2> class pipeline_shared_state { public: unsigned long long __s[N]; };
template<thread_scope S> class pipeline { public: unsigned long long __p; __HD void producer_acquire(); __HD void producer_commit(); __HD void consumer_wait(); __HD void consumer_release(); };
template<> class pipeline<thread_scope_thread> { public: unsigned long long __p; __HD void producer_acquire() {} __HD void producer_commit() { ::__pipeline_commit(); } __HD void consumer_wait(); __HD void consumer_release() {} };
__HD inline pipeline<thread_scope_thread> make_pipeline() { pipeline<thread_scope_thread> __q; __q.__p = 0; return __q; }
template<class G, thread_scope S, unsigned N> __HD pipeline<S> make_pipeline(const G &, pipeline_shared_state<S, N> *);
template<unsigned N, thread_scope S> __HD void pipeline_consumer_wait_prior(pipeline<S> &);
template<unsigned N> __HD void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &) { ::__pipeline_wait_prior(N); }
template<class T, class S, class P> __HD void memcpy_async(T *, const T *, S, P &);
template<class T, class S> __HD void memcpy_async(T *__to, const T *__from, S __n, pipeline<thread_scope_thread> &) { ::__pipeline_memcpy_async(__to, __from, static_cast<size_t>(__n)); }
template<class G, class T, class S, class P> __HD void memcpy_async(const G &, T *, const T *, S, P &);
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
template<class T, thread_scope S = thread_scope_system> class atomic_ref { public: T *__p; __HD explicit atomic_ref(T &); __HD T load(memory_order = memory_order_seq_cst) const; __HD void store(T, memory_order = memory_order_seq_cst) const; __HD T exchange(T, memory_order = memory_order_seq_cst) const; __HD T fetch_add(T, memory_order = memory_order_seq_cst) const; __HD T fetch_sub(T, memory_order = memory_order_seq_cst) const; __HD T fetch_min(T, memory_order = memory_order_seq_cst) const; __HD T fetch_max(T, memory_order = memory_order_seq_cst) const; };
template<class T, thread_scope S = thread_scope_system> class atomic { public: T __v; atomic() = default; __HD atomic(T); __HD T load(memory_order = memory_order_seq_cst) const; __HD void store(T, memory_order = memory_order_seq_cst); __HD T exchange(T, memory_order = memory_order_seq_cst); __HD T fetch_add(T, memory_order = memory_order_seq_cst); __HD T fetch_sub(T, memory_order = memory_order_seq_cst); };
__HD void atomic_thread_fence(memory_order, thread_scope = thread_scope_system);
namespace std { using ::cuda::memory_order; using ::cuda::memory_order_relaxed; using ::cuda::memory_order_acquire; using ::cuda::memory_order_release; using ::cuda::memory_order_acq_rel; using ::cuda::memory_order_seq_cst; }
}

// Textures and surfaces.
//@ cudaTextureObject_t tex1Dfetch tex1D tex2D tex3D tex2DLayered tex2DLod texCubemap
typedef unsigned long long cudaTextureObject_t;
template<class T> __HD T tex1Dfetch(cudaTextureObject_t, int); template<class T> __HD T tex1D(cudaTextureObject_t, float); template<class T> __HD T tex2D(cudaTextureObject_t, float, float); template<class T> __HD T tex3D(cudaTextureObject_t, float, float, float);
template<class T> __HD T tex2DLayered(cudaTextureObject_t, float, float, int); template<class T> __HD T tex2DLod(cudaTextureObject_t, float, float, float); template<class T> __HD T texCubemap(cudaTextureObject_t, float, float, float);
template<class T> __HD void tex1Dfetch(T *, cudaTextureObject_t, int); template<class T> __HD void tex2D(T *, cudaTextureObject_t, float, float);
//@ cudaSurfaceObject_t surf1Dread surf1Dwrite surf2Dread surf2Dwrite surf3Dread surf3Dwrite
typedef unsigned long long cudaSurfaceObject_t;
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
template<class T> __HD T surf1Dread(cudaSurfaceObject_t, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); template<class T> __HD T surf2Dread(cudaSurfaceObject_t, int, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); template<class T> __HD T surf3Dread(cudaSurfaceObject_t, int, int, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
template<class T> __HD void surf2Dread(T *, cudaSurfaceObject_t, int, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
template<class T> __HD void surf1Dwrite(T, cudaSurfaceObject_t, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); template<class T> __HD void surf2Dwrite(T, cudaSurfaceObject_t, int, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); template<class T> __HD void surf3Dwrite(T, cudaSurfaceObject_t, int, int, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
//@ cudaTextureType1D cudaTextureType2D cudaTextureType3D cudaTextureTypeCubemap cudaTextureType1DLayered cudaTextureType2DLayered
#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
#define cudaTextureTypeCubemap 12
#define cudaTextureType1DLayered 241
#define cudaTextureType2DLayered 242
//@ cudaReadModeElementType cudaReadModeNormalizedFloat cudaTextureReadMode
typedef int cudaTextureReadMode;
#define cudaReadModeElementType 0
#define cudaReadModeNormalizedFloat 1
//@ texture
template<class T, int D = 1, cudaTextureReadMode M = cudaReadModeElementType> struct texture { int normalized; int filterMode; int addressMode[3]; };
template<class T, cudaTextureReadMode M> struct __alp_texel { typedef T type; };
#define __ALP_TEXEL(T, F) template<> struct __alp_texel<T, cudaReadModeNormalizedFloat> { typedef F type; };
__ALP_TEXEL(char, float) __ALP_TEXEL(unsigned char, float) __ALP_TEXEL(short, float) __ALP_TEXEL(unsigned short, float)
__ALP_TEXEL(char1, float1) __ALP_TEXEL(uchar1, float1) __ALP_TEXEL(short1, float1) __ALP_TEXEL(ushort1, float1)
__ALP_TEXEL(char2, float2) __ALP_TEXEL(uchar2, float2) __ALP_TEXEL(short2, float2) __ALP_TEXEL(ushort2, float2)
__ALP_TEXEL(char4, float4) __ALP_TEXEL(uchar4, float4) __ALP_TEXEL(short4, float4) __ALP_TEXEL(ushort4, float4)
#undef __ALP_TEXEL
//@for F=tex1Dfetch:int,tex1D:float,tex2D:float~ float,tex3D:float~ float~ float,tex1DLayered:float~ int,tex2DLayered:float~ float~ int,tex1DLod:float~ float,tex2DLod:float~ float~ float,tex3DLod:float~ float~ float~ float,texCubemap:float~ float~ float
//@ {F0}
template<class T, int D, cudaTextureReadMode M> __HD typename __alp_texel<T, M>::type {F0}(texture<T, D, M>, {F1});
//@end

// Complex numbers.
//@for C=cuFloatComplex:float2:float:f,cuDoubleComplex:double2:double:
//@ {C0} cuCreal{C3} cuCimag{C3} make_{C0} cuConj{C3} cuCadd{C3} cuCsub{C3} cuCmul{C3} cuCdiv{C3} cuCabs{C3} cuCfma{C3}
typedef {C1} {C0};
__HD inline {C2} cuCreal{C3}({C0} a) { return a.x; }
__HD inline {C2} cuCimag{C3}({C0} a) { return a.y; }
__HD inline {C0} make_{C0}({C2} a, {C2} b) { return make_{C1}(a, b); }
__HD inline {C0} cuConj{C3}({C0} a) { return make_{C1}(a.x, -a.y); }
__HD inline {C0} cuCadd{C3}({C0} a, {C0} b) { return make_{C1}(a.x + b.x, a.y + b.y); }
__HD inline {C0} cuCsub{C3}({C0} a, {C0} b) { return make_{C1}(a.x - b.x, a.y - b.y); }
__HD inline {C0} cuCmul{C3}({C0} a, {C0} b) { return make_{C1}(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__HD inline {C0} cuCdiv{C3}({C0} a, {C0} b) { {C2} s = b.x * b.x + b.y * b.y; return make_{C1}((a.x * b.x + a.y * b.y) / s, (a.y * b.x - a.x * b.y) / s); }
__HD inline {C2} cuCabs{C3}({C0} a) { return sqrt(a.x * a.x + a.y * a.y); }
__HD inline {C0} cuCfma{C3}({C0} a, {C0} b, {C0} c) { return make_{C1}(a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y); }
//@end
//@ cuComplex make_cuComplex
typedef cuFloatComplex cuComplex;
__HD inline cuComplex make_cuComplex(float a, float b) { return make_float2(a, b); }

// NVIDIA's samples. A paragraph for each function: a file may have some of them itself.
//@for T=float:float,int:int,uint:unsigned int
//@ helper_math cutil_math
__HD inline {T0}2 make_{T0}2({T1} s) { return make_{T0}2(s, s); }
__HD inline {T0}3 make_{T0}3({T1} s) { return make_{T0}3(s, s, s); }
__HD inline {T0}4 make_{T0}4({T1} s) { return make_{T0}4(s, s, s, s); }
//@ helper_math cutil_math
__HD inline {T0}2 make_{T0}2({T0}3 a) { return make_{T0}2(a.x, a.y); }
//@ helper_math cutil_math
__HD inline {T0}3 make_{T0}3({T0}4 a) { return make_{T0}3(a.x, a.y, a.z); }
//@ helper_math cutil_math
__HD inline {T0}3 make_{T0}3({T0}2 a) { return make_{T0}3(a.x, a.y, 0); }
__HD inline {T0}3 make_{T0}3({T0}2 a, {T1} s) { return make_{T0}3(a.x, a.y, s); }
//@ helper_math cutil_math
__HD inline {T0}4 make_{T0}4({T0}3 a) { return make_{T0}4(a.x, a.y, a.z, 0); }
__HD inline {T0}4 make_{T0}4({T0}3 a, {T1} s) { return make_{T0}4(a.x, a.y, a.z, s); }
//@end
//@for O=+,-,*,/;T=float:float,int:int,uint:unsigned int
//@ helper_math cutil_math
__HD inline {T0}2 operator{O0}({T0}2 a, {T0}2 b) { return make_{T0}2(a.x {O0} b.x, a.y {O0} b.y); }
__HD inline {T0}2 operator{O0}({T0}2 a, {T1} b) { return make_{T0}2(a.x {O0} b, a.y {O0} b); }
__HD inline {T0}2 operator{O0}({T1} a, {T0}2 b) { return make_{T0}2(a {O0} b.x, a {O0} b.y); }
__HD inline void operator{O0}=({T0}2 &a, {T0}2 b) { a.x {O0}= b.x; a.y {O0}= b.y; }
__HD inline void operator{O0}=({T0}2 &a, {T1} b) { a.x {O0}= b; a.y {O0}= b; }
//@ helper_math cutil_math
__HD inline {T0}3 operator{O0}({T0}3 a, {T0}3 b) { return make_{T0}3(a.x {O0} b.x, a.y {O0} b.y, a.z {O0} b.z); }
__HD inline {T0}3 operator{O0}({T0}3 a, {T1} b) { return make_{T0}3(a.x {O0} b, a.y {O0} b, a.z {O0} b); }
__HD inline {T0}3 operator{O0}({T1} a, {T0}3 b) { return make_{T0}3(a {O0} b.x, a {O0} b.y, a {O0} b.z); }
__HD inline void operator{O0}=({T0}3 &a, {T0}3 b) { a.x {O0}= b.x; a.y {O0}= b.y; a.z {O0}= b.z; }
__HD inline void operator{O0}=({T0}3 &a, {T1} b) { a.x {O0}= b; a.y {O0}= b; a.z {O0}= b; }
//@ helper_math cutil_math
__HD inline {T0}4 operator{O0}({T0}4 a, {T0}4 b) { return make_{T0}4(a.x {O0} b.x, a.y {O0} b.y, a.z {O0} b.z, a.w {O0} b.w); }
__HD inline {T0}4 operator{O0}({T0}4 a, {T1} b) { return make_{T0}4(a.x {O0} b, a.y {O0} b, a.z {O0} b, a.w {O0} b); }
__HD inline {T0}4 operator{O0}({T1} a, {T0}4 b) { return make_{T0}4(a {O0} b.x, a {O0} b.y, a {O0} b.z, a {O0} b.w); }
__HD inline void operator{O0}=({T0}4 &a, {T0}4 b) { a.x {O0}= b.x; a.y {O0}= b.y; a.z {O0}= b.z; a.w {O0}= b.w; }
__HD inline void operator{O0}=({T0}4 &a, {T1} b) { a.x {O0}= b; a.y {O0}= b; a.z {O0}= b; a.w {O0}= b; }
//@end
//@for T=float:float,int:int,uint:unsigned int
//@ helper_math cutil_math
__HD inline {T1} dot({T0}2 a, {T0}2 b) { return a.x * b.x + a.y * b.y; }
__HD inline {T1} dot({T0}3 a, {T0}3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__HD inline {T1} dot({T0}4 a, {T0}4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
//@ helper_math cutil_math
__HD inline {T1} clamp({T1} f, {T1} a, {T1} b) { return f < a ? a : b < f ? b : f; }
__HD inline {T0}2 clamp({T0}2 v, {T1} a, {T1} b) { return make_{T0}2(clamp(v.x, a, b), clamp(v.y, a, b)); }
__HD inline {T0}3 clamp({T0}3 v, {T1} a, {T1} b) { return make_{T0}3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); }
__HD inline {T0}4 clamp({T0}4 v, {T1} a, {T1} b) { return make_{T0}4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b)); }
__HD inline {T0}2 clamp({T0}2 v, {T0}2 a, {T0}2 b) { return make_{T0}2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y)); }
__HD inline {T0}3 clamp({T0}3 v, {T0}3 a, {T0}3 b) { return make_{T0}3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z)); }
__HD inline {T0}4 clamp({T0}4 v, {T0}4 a, {T0}4 b) { return make_{T0}4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w)); }
//@end
//@for P=float:int,float:uint,int:float,int:uint,uint:float,uint:int
//@ helper_math cutil_math
__HD inline {P0}2 make_{P0}2({P1}2 a) { return make_{P0}2(a.x, a.y); }
//@ helper_math cutil_math
__HD inline {P0}3 make_{P0}3({P1}3 a) { return make_{P0}3(a.x, a.y, a.z); }
//@ helper_math cutil_math
__HD inline {P0}4 make_{P0}4({P1}4 a) { return make_{P0}4(a.x, a.y, a.z, a.w); }
//@end
//@ helper_math cutil_math
__HD inline float lerp(float a, float b, float t) { return a + t * (b - a); }
//@ helper_math cutil_math
__HD inline float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
// Without the operators and functions above, which a file may have itself.
//@ helper_math cutil_math
__HD inline float length(float2 v) { return sqrtf(v.x * v.x + v.y * v.y); }
//@ helper_math cutil_math
__HD inline float length(float3 v) { return sqrtf(v.x * v.x + v.y * v.y + v.z * v.z); }
//@ helper_math cutil_math
__HD inline float length(float4 v) { return sqrtf(v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w); }
//@ helper_math cutil_math
__HD inline float2 normalize(float2 v) { float s = rsqrtf(v.x * v.x + v.y * v.y); return make_float2(v.x * s, v.y * s); }
//@ helper_math cutil_math
__HD inline float3 normalize(float3 v) { float s = rsqrtf(v.x * v.x + v.y * v.y + v.z * v.z); return make_float3(v.x * s, v.y * s, v.z * s); }
//@ helper_math cutil_math
__HD inline float4 normalize(float4 v) { float s = rsqrtf(v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w); return make_float4(v.x * s, v.y * s, v.z * s, v.w * s); }
//@ helper_math cutil_math
__HD inline float2 lerp(float2 a, float2 b, float t) { return make_float2(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)); }
//@ helper_math cutil_math
__HD inline float3 lerp(float3 a, float3 b, float t) { return make_float3(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)); }
//@ helper_math cutil_math
__HD inline float4 lerp(float4 a, float4 b, float t) { return make_float4(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z), a.w + t * (b.w - a.w)); }
//@ helper_math cutil_math
__HD inline float2 reflect(float2 i, float2 n) { float s = n.x * i.x + n.y * i.y; return make_float2(i.x - 2.0f * n.x * s, i.y - 2.0f * n.y * s); }
//@ helper_math cutil_math
__HD inline float3 reflect(float3 i, float3 n) { float s = n.x * i.x + n.y * i.y + n.z * i.z; return make_float3(i.x - 2.0f * n.x * s, i.y - 2.0f * n.y * s, i.z - 2.0f * n.z * s); }
//@ helper_math cutil_math
__HD inline float4 reflect(float4 i, float4 n) { float s = n.x * i.x + n.y * i.y + n.z * i.z + n.w * i.w; return make_float4(i.x - 2.0f * n.x * s, i.y - 2.0f * n.y * s, i.z - 2.0f * n.z * s, i.w - 2.0f * n.w * s); }
//@for T=float,int
//@ helper_math cutil_math
__HD inline {T0}2 operator-({T0}2 a) { return make_{T0}2(-a.x, -a.y); }
//@ helper_math cutil_math
__HD inline {T0}3 operator-({T0}3 a) { return make_{T0}3(-a.x, -a.y, -a.z); }
//@ helper_math cutil_math
__HD inline {T0}4 operator-({T0}4 a) { return make_{T0}4(-a.x, -a.y, -a.z, -a.w); }
//@end
//@for F=min,max;T=int,uint
//@ helper_math cutil_math
__HD inline {T0}2 {F0}({T0}2 a, {T0}2 b) { return make_{T0}2({F0}(a.x, b.x), {F0}(a.y, b.y)); }
__HD inline {T0}3 {F0}({T0}3 a, {T0}3 b) { return make_{T0}3({F0}(a.x, b.x), {F0}(a.y, b.y), {F0}(a.z, b.z)); }
__HD inline {T0}4 {F0}({T0}4 a, {T0}4 b) { return make_{T0}4({F0}(a.x, b.x), {F0}(a.y, b.y), {F0}(a.z, b.z), {F0}(a.w, b.w)); }
//@end
//@for F=fminf,fmaxf,fmodf
//@ helper_math cutil_math
__HD inline float2 {F0}(float2 a, float2 b) { return make_float2({F0}(a.x, b.x), {F0}(a.y, b.y)); }
__HD inline float3 {F0}(float3 a, float3 b) { return make_float3({F0}(a.x, b.x), {F0}(a.y, b.y), {F0}(a.z, b.z)); }
__HD inline float4 {F0}(float4 a, float4 b) { return make_float4({F0}(a.x, b.x), {F0}(a.y, b.y), {F0}(a.z, b.z), {F0}(a.w, b.w)); }
//@end
//@ helper_math cutil_math
__HD inline float fracf(float v) { return v - floorf(v); }
//@for F=floorf,fabs,fracf
//@ helper_math cutil_math
__HD inline float2 {F0}(float2 a) { return make_float2({F0}(a.x), {F0}(a.y)); }
__HD inline float3 {F0}(float3 a) { return make_float3({F0}(a.x), {F0}(a.y), {F0}(a.z)); }
__HD inline float4 {F0}(float4 a) { return make_float4({F0}(a.x), {F0}(a.y), {F0}(a.z), {F0}(a.w)); }
//@end

// Random numbers.
//@ curandState curandState_t curandStateXORWOW_t curandStateXORWOW
struct curandStateXORWOW { unsigned d, v[5]; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
typedef curandStateXORWOW curandStateXORWOW_t; typedef curandStateXORWOW curandState_t; typedef curandStateXORWOW curandState;
//@ curandStatePhilox4_32_10_t curandStatePhilox4_32_10
struct curandStatePhilox4_32_10 { uint4 ctr, output; uint2 key; unsigned STATE; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
//@ curandStateMRG32k3a_t curandStateMRG32k3a
struct curandStateMRG32k3a { unsigned s1[3], s2[3]; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
//@ curandStateMtgp32_t curandStateMtgp32
struct curandStateMtgp32 { unsigned s[1024]; int offset, pIdx; void *k; };
typedef curandStateMtgp32 curandStateMtgp32_t;
//@ curandStateSobol32_t curandStateSobol64_t curandStateScrambledSobol32_t curandStateScrambledSobol64_t
struct curandStateSobol32 { unsigned i, x, c, direction_vectors[32]; }; typedef curandStateSobol32 curandStateSobol32_t;
struct curandStateSobol64 { unsigned long long i, x, c, direction_vectors[64]; }; typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateSobol32 curandStateScrambledSobol32_t; typedef curandStateSobol64 curandStateScrambledSobol64_t;
//@for F=curand:unsigned,curand_uniform:float,curand_normal:float,curand_uniform_double:double,curand_normal_double:double
//@ {F0}
template<class S> __HD {F1} {F0}(S *);
//@end
//@ curand_log_normal
template<class S> __HD float curand_log_normal(S *, float, float);
//@ curand_poisson
template<class S> __HD unsigned curand_poisson(S *, double);
//@ curand4
template<class S> __HD uint4 curand4(S *);
//@ curand_uniform4 curand_normal4
template<class S> __HD float4 curand_uniform4(S *); template<class S> __HD float4 curand_normal4(S *);
//@ curand_normal2
template<class S> __HD float2 curand_normal2(S *);
//@ curand_init
template<class S> __HD void curand_init(unsigned long long, unsigned long long, unsigned long long, S *);
//@ skipahead
template<class S> __HD void skipahead(unsigned long long, S *);

// Matrix units. The lanes of a warp hold a matrix together; which elements a lane has is not said. So each lane reads all
// rows of a matrix, and a row is stored by one lane, nobody knows which.
//@ __alp_lane __alp_lane_of_row __alp_meet_warp
__HD unsigned __alp_lane(); __HD unsigned __alp_lane_of_row(unsigned, unsigned); __HD void __alp_meet_warp(); __HD void __alp_meet_warp(const void *, unsigned);
//@ wmma nvcuda
namespace nvcuda { namespace wmma {
struct matrix_a; struct matrix_b; struct accumulator; struct row_major; struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision { struct tf32; }
template<class U, int M, int N, int K> struct __alp_shape { static constexpr int rows = M, columns = N; };
template<int M, int N, int K> struct __alp_shape<matrix_a, M, N, K> { static constexpr int rows = M, columns = K; };
template<int M, int N, int K> struct __alp_shape<matrix_b, M, N, K> { static constexpr int rows = K, columns = N; };
template<class U, int M, int N, int K, class T, class L = void> struct fragment { static constexpr int num_elements = __alp_shape<U, M, N, K>::rows * __alp_shape<U, M, N, K>::columns / 32, num_storage_elements = num_elements; T x[num_elements]; };
template<class U, int M, int N, int K, class L> struct fragment<U, M, N, K, precision::tf32, L> { static constexpr int num_elements = __alp_shape<U, M, N, K>::rows * __alp_shape<U, M, N, K>::columns / 32, num_storage_elements = num_elements; float x[num_elements]; };
template<class T, int N> struct __alp_line { T v[N]; };
template<int R, int C, class T> __HD void __alp_read_lines(const T *__p, unsigned __d) { for (unsigned __r = 0; __r < R; ++__r) { __alp_line<T, C> __l = *reinterpret_cast<const __alp_line<T, C> *>(__p + (size_t)__r * __d); } }
template<int L, int R, int C, class T> __HD void __alp_write_lines(T *__p, unsigned __d) { for (unsigned __r = 0; __r < R; ++__r) if (::__alp_lane_of_row(__r, R * 4096 + C * 32 + sizeof(T) * 2 + L) == ::__alp_lane()) { __alp_line<T, C> __l; *reinterpret_cast<__alp_line<T, C> *>(__p + (size_t)__r * __d) = __l; } }
template<class T> __HD T __alp_any();
template<class T, int N> __HD void __alp_any_elements(T (&__x)[N]) { for (int __i = 0; __i < N; ++__i) __x[__i] = __alp_any<T>(); }
template<class U, int M, int N, int K, class T, class L, class S> __HD void fill_fragment(fragment<U, M, N, K, T, L> &__f, const S &__v) { for (int __i = 0; __i < __f.num_elements; ++__i) __f.x[__i] = __v; }
template<class U, class T, int M, int N, int K> __HD void load_matrix_sync(fragment<U, M, N, K, T, row_major> &__f, const T *__p, unsigned __d) { ::__alp_meet_warp(__p, __d); __alp_read_lines<__alp_shape<U, M, N, K>::rows, __alp_shape<U, M, N, K>::columns>(__p, __d); __alp_any_elements(__f.x); }
template<class U, class T, int M, int N, int K> __HD void load_matrix_sync(fragment<U, M, N, K, T, col_major> &__f, const T *__p, unsigned __d) { ::__alp_meet_warp(__p, __d); __alp_read_lines<__alp_shape<U, M, N, K>::columns, __alp_shape<U, M, N, K>::rows>(__p, __d); __alp_any_elements(__f.x); }
template<class U, int M, int N, int K> __HD void load_matrix_sync(fragment<U, M, N, K, precision::tf32, row_major> &__f, const float *__p, unsigned __d) { ::__alp_meet_warp(__p, __d); __alp_read_lines<__alp_shape<U, M, N, K>::rows, __alp_shape<U, M, N, K>::columns>(__p, __d); __alp_any_elements(__f.x); }
template<class U, int M, int N, int K> __HD void load_matrix_sync(fragment<U, M, N, K, precision::tf32, col_major> &__f, const float *__p, unsigned __d) { ::__alp_meet_warp(__p, __d); __alp_read_lines<__alp_shape<U, M, N, K>::columns, __alp_shape<U, M, N, K>::rows>(__p, __d); __alp_any_elements(__f.x); }
template<int M, int N, int K, class T> __HD void load_matrix_sync(fragment<accumulator, M, N, K, T> &__f, const T *__p, unsigned __d, layout_t __l) { ::__alp_meet_warp(__p, __d); if (__l == mem_row_major) __alp_read_lines<M, N>(__p, __d); else __alp_read_lines<N, M>(__p, __d); __alp_any_elements(__f.x); }
template<int M, int N, int K, class T> __HD void store_matrix_sync(T *__p, const fragment<accumulator, M, N, K, T> &__f, unsigned __d, layout_t __l) { ::__alp_meet_warp(__p, __d); if (__l == mem_row_major) __alp_write_lines<0, M, N>(__p, __d); else __alp_write_lines<1, N, M>(__p, __d); }
template<int M, int N, int K, class D, class A, class B, class C, class LA, class LB> __HD void mma_sync(fragment<accumulator, M, N, K, D> &__d, const fragment<matrix_a, M, N, K, A, LA> &__a, const fragment<matrix_b, M, N, K, B, LB> &__b, const fragment<accumulator, M, N, K, C> &__c, bool = false) { ::__alp_meet_warp(); __alp_any_elements(__d.x); }
__HD float __float_to_tf32(float);
} }

// What the host calls.
//@ cudaError_t cudaError cudaSuccess cudaGetLastError cudaPeekAtLastError cudaGetErrorString cudaGetErrorName cudaDeviceSynchronize cudaMalloc cudaFree cudaMemcpy cudaMemset cudaMemcpyAsync cudaStreamSynchronize cudaMallocManaged cudaMallocHost cudaFreeHost cudaDeviceReset cudaSetDevice cudaGetDevice cudaThreadSynchronize cudaMemcpyToSymbol cudaMemcpyFromSymbol cudaEventCreate cudaLaunchKernel cudaLaunchCooperativeKernel cudaFuncSetAttribute cudaMemsetAsync cudaStreamCreate cudaGetDeviceProperties cudaDeviceGetAttribute cudaDeviceProp cudaEvent_t cudaOccupancyMaxActiveBlocksPerMultiprocessor cudaMallocPitch cudaMallocArray cudaGetDeviceCount cudaHostAlloc
enum cudaError { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorUnknown = 999 };
typedef enum cudaError cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
typedef struct CUevent_st *cudaEvent_t;
struct cudaDeviceProp { char name[256]; size_t totalGlobalMem, sharedMemPerBlock; int regsPerBlock, warpSize; size_t memPitch; int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate; size_t totalConstMem; int major, minor, multiProcessorCount, maxThreadsPerMultiProcessor, cooperativeLaunch, concurrentKernels; size_t sharedMemPerMultiprocessor, sharedMemPerBlockOptin; int memoryClockRate, memoryBusWidth, l2CacheSize, regsPerMultiprocessor, integrated, canMapHostMemory, computeMode, ECCEnabled, unifiedAddressing, managedMemory, asyncEngineCount, pciBusID, pciDeviceID; };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
enum cudaDeviceAttr { cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMultiProcessorCount = 16, cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, cudaDevAttrWarpSize = 10, cudaDevAttrClockRate = 13, cudaDevAttrComputeMode = 20, cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76, cudaDevAttrCooperativeLaunch = 95 };
cudaError_t cudaGetLastError(); cudaError_t cudaPeekAtLastError(); const char *cudaGetErrorString(cudaError_t); const char *cudaGetErrorName(cudaError_t);
__HD cudaError_t cudaDeviceSynchronize(); cudaError_t cudaThreadSynchronize(); cudaError_t cudaDeviceReset(); cudaError_t cudaSetDevice(int); cudaError_t cudaGetDevice(int *); cudaError_t cudaGetDeviceCount(int *); cudaError_t cudaGetDeviceProperties(cudaDeviceProp *, int); cudaError_t cudaDeviceGetAttribute(int *, cudaDeviceAttr, int);
template<class T> cudaError_t cudaMalloc(T **, size_t); template<class T> cudaError_t cudaMallocManaged(T **, size_t, unsigned = 1); template<class T> cudaError_t cudaMallocHost(T **, size_t); template<class T> cudaError_t cudaHostAlloc(T **, size_t, unsigned); template<class T> cudaError_t cudaMallocPitch(T **, size_t *, size_t, size_t);
cudaError_t cudaFree(void *); cudaError_t cudaFreeHost(void *);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind); cudaError_t cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind, cudaStream_t = 0); cudaError_t cudaMemset(void *, int, size_t); cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0);
template<class T> cudaError_t cudaMemcpyToSymbol(const T &, const void *, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyHostToDevice); template<class T> cudaError_t cudaMemcpyFromSymbol(void *, const T &, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost);
cudaError_t cudaStreamCreate(cudaStream_t *); cudaError_t cudaStreamDestroy(cudaStream_t); cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaEventCreate(cudaEvent_t *); cudaError_t cudaEventDestroy(cudaEvent_t); cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0); cudaError_t cudaEventSynchronize(cudaEvent_t); cudaError_t cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);
template<class F> cudaError_t cudaFuncSetAttribute(F, cudaFuncAttribute, int); template<class F> cudaError_t cudaLaunchKernel(F, dim3, dim3, void **, size_t = 0, cudaStream_t = 0); template<class F> cudaError_t cudaLaunchCooperativeKernel(F, dim3, dim3, void **, size_t = 0, cudaStream_t = 0); template<class F> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, F, int, size_t);

// CUB: what threads of a block or a warp do together, by what is promised of it: which threads have to come, what memory
// they touch, and in which of them there is a result. After a call the storage may be read still, so that it takes a
// barrier to use it again; results that are not promised are any values. Which part of the storage a thread writes is not
// promised: here not the one of its number. From the documentation of CUB 2. That the accesses of a program are in an order
// behind a call is not promised: those of global memory are in none.
//@ hipcub
#define hipcub cub
#define __ALP_HIPCUB
//@ cub
__HD void __alp_assert(bool);
__HD void __alp_shared_barrier();
template<class T> __HD T __alp_any();
namespace cub {
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED };
struct NullType {};
struct __alp_sum { template<class T> __HD T operator()(const T &__a, const T &__b) const { return __a + __b; } };
struct __alp_max { template<class T> __HD T operator()(const T &__a, const T &__b) const { return __b > __a ? __b : __a; } };
struct __alp_min { template<class T> __HD T operator()(const T &__a, const T &__b) const { return __b < __a ? __b : __a; } };
template<class K, class V> struct __alp_pair { typedef K Key; typedef V Value; K key; V value; __alp_pair() = default; __HD __alp_pair(K __k, V __v) : key(__k), value(__v) {} };
template<class K, class V> using KeyValuePair = __alp_pair<K, V>;
struct __alp_arg_max { template<class T> __HD T operator()(const T &__a, const T &__b) const { return __b.value > __a.value || (__a.value == __b.value && __b.key < __a.key) ? __b : __a; } };
struct __alp_arg_min { template<class T> __HD T operator()(const T &__a, const T &__b) const { return __b.value < __a.value || (__a.value == __b.value && __b.key < __a.key) ? __b : __a; } };
typedef __alp_sum Sum; typedef __alp_max Max; typedef __alp_min Min; typedef __alp_arg_max ArgMax; typedef __alp_arg_min ArgMin;
template<class T, int N> struct __alp_storage { T __part[N]; };
template<int X, int Y, int Z> struct __alp_block {
  static __HD int rank() { return (threadIdx.z * Y + threadIdx.y) * X + threadIdx.x; }
  static __HD void meet() { __alp_shared_barrier(); check(); }
  static __HD void check() { __alp_assert(blockDim.x == X && blockDim.y == Y && blockDim.z == Z); }
};
template<int X> struct __alp_block<X, 1, 1> {
  static __HD int rank() { return threadIdx.x; }
  static __HD void meet() { __alp_shared_barrier(); check(); }
  static __HD void check() { __alp_assert(blockDim.x == X); }
};
template<class T, int X, int A = 2, int Y = 1, int Z = 1, int P = 0> class BlockReduce {
public:
  typedef __alp_storage<T, X * Y * Z> TempStorage;
  __HD BlockReduce(__alp_storage<T, X * Y * Z> &__storage) : __s(__storage) {}
  template<class F> __HD T Reduce(T __v, F __f, int __valid) {
    int __t = __alp_block<X, Y, Z>::rank();
    T __r = __alp_any<T>();
    __s.__part[X * Y * Z - 1 - __t] = __v;
    __alp_block<X, Y, Z>::meet();
    if (__t < 2) {
      T __sum = __s.__part[X * Y * Z - 1];
      for (int __i = 1; __i < X * Y * Z; ++__i) { T __next = __s.__part[X * Y * Z - 1 - __i]; if (__i < __valid) __sum = __f(__sum, __next); }
      if (__t == 0) __r = __sum;
    }
    return __r;
  }
  template<class F> __HD T Reduce(T __v, F __f) { return Reduce(__v, __f, X * Y * Z); }
  template<int N, class F> __HD T Reduce(T (&__v)[N], F __f) { T __own = __v[0]; for (int __i = 1; __i < N; ++__i) __own = __f(__own, __v[__i]); return Reduce(__own, __f); }
  __HD T Sum(T __v) { return Reduce(__v, __alp_sum()); }
  __HD T Sum(T __v, int __valid) { return Reduce(__v, __alp_sum(), __valid); }
  template<int N> __HD T Sum(T (&__v)[N]) { return Reduce(__v, __alp_sum()); }
private:
  __alp_storage<T, X * Y * Z> &__s;
};
template<class T, int X, int A = 0, int Y = 1, int Z = 1, int P = 0> class BlockScan {
public:
  typedef __alp_storage<T, X * Y * Z> TempStorage;
  __HD BlockScan(__alp_storage<T, X * Y * Z> &__storage) : __s(__storage) {}
  template<class F> __HD void InclusiveScan(T __v, T &__out, F __f, T &__all) {
    int __t = __alp_block<X, Y, Z>::rank();
    __s.__part[X * Y * Z - 1 - __t] = __v;
    __alp_block<X, Y, Z>::meet();
    T __sum = __s.__part[X * Y * Z - 1];
    for (int __i = 1; __i < X * Y * Z; ++__i) { if (__i == __t + 1) __out = __sum; __sum = __f(__sum, __s.__part[X * Y * Z - 1 - __i]); }
    if (__t == X * Y * Z - 1) __out = __sum;
    __all = __sum;
  }
  template<class F> __HD void InclusiveScan(T __v, T &__out, F __f) { T __all; InclusiveScan(__v, __out, __f, __all); }
  template<class F> __HD void ExclusiveScan(T __v, T &__out, T __first, F __f, T &__all) {
    int __t = __alp_block<X, Y, Z>::rank();
    __s.__part[X * Y * Z - 1 - __t] = __v;
    __alp_block<X, Y, Z>::meet();
    T __sum = __first;
    for (int __i = 0; __i < X * Y * Z; ++__i) { if (__i == __t) __out = __sum; __sum = __f(__sum, __s.__part[X * Y * Z - 1 - __i]); }
    __all = __sum;
  }
  template<class F> __HD void ExclusiveScan(T __v, T &__out, T __first, F __f) { T __all; ExclusiveScan(__v, __out, __first, __f, __all); }
  __HD void InclusiveSum(T __v, T &__out) { InclusiveScan(__v, __out, __alp_sum()); }
  __HD void InclusiveSum(T __v, T &__out, T &__all) { InclusiveScan(__v, __out, __alp_sum(), __all); }
  __HD void ExclusiveSum(T __v, T &__out) { ExclusiveScan(__v, __out, T(), __alp_sum()); }
  __HD void ExclusiveSum(T __v, T &__out, T &__all) { ExclusiveScan(__v, __out, T(), __alp_sum(), __all); }
  // Of several items of each thread the results are any values.
  template<int N, class F> __HD void InclusiveScan(T (&__v)[N], T (&__out)[N], F __f, T &__all) { T __own = __v[0], __one; for (int __i = 1; __i < N; ++__i) __own = __f(__own, __v[__i]); InclusiveScan(__own, __one, __f, __all); for (int __i = 0; __i < N; ++__i) __out[__i] = __alp_any<T>(); }
  template<int N, class F> __HD void InclusiveScan(T (&__v)[N], T (&__out)[N], F __f) { T __all; InclusiveScan(__v, __out, __f, __all); }
  template<int N, class F> __HD void ExclusiveScan(T (&__v)[N], T (&__out)[N], T __first, F __f, T &__all) { T __one = __f(__first, __v[0]); InclusiveScan(__v, __out, __f, __all); __all = __alp_any<T>(); }
  template<int N, class F> __HD void ExclusiveScan(T (&__v)[N], T (&__out)[N], T __first, F __f) { T __all; ExclusiveScan(__v, __out, __first, __f, __all); }
  template<int N> __HD void InclusiveSum(T (&__v)[N], T (&__out)[N]) { InclusiveScan(__v, __out, __alp_sum()); }
  template<int N> __HD void InclusiveSum(T (&__v)[N], T (&__out)[N], T &__all) { InclusiveScan(__v, __out, __alp_sum(), __all); }
  template<int N> __HD void ExclusiveSum(T (&__v)[N], T (&__out)[N]) { InclusiveScan(__v, __out, __alp_sum()); }
  template<int N> __HD void ExclusiveSum(T (&__v)[N], T (&__out)[N], T &__all) { InclusiveScan(__v, __out, __alp_sum(), __all); }
private:
  __alp_storage<T, X * Y * Z> &__s;
};
// A block as it moves items: all its threads come, and nothing is in an order by that.
template<int X, int Y, int Z> struct __alp_items {
  static __HD int rank() { return __alp_block<X, Y, Z>::rank(); }
  static __HD void come() { cooperative_groups::this_thread_block(); __alp_block<X, Y, Z>::check(); }
  static __HD int blocked(int __n, int __i) { return rank() * __n + __i; }
  static __HD int striped(int, int __i) { return rank() + __i * (X * Y * Z); }
  static __HD int by_warps(int __n, int __i) { return rank() / 32 * 32 * __n + rank() % 32 + __i * 32; }
};
// Storage that items go through: each thread writes some of its parts, and reads others.
template<class T, int N, int A> struct __alp_moved { T __part[A <= BLOCK_LOAD_VECTORIZE ? 1 : N]; };
template<class K, class V, int N> struct __alp_sorted { K __keys[N]; V __values[N]; };
template<class T, int X, int Y, int Z, int N> struct __alp_exchange {
  template<class U> static __HD void through(T (&__s)[X * Y * Z * N], U (&__items)[N]) {
    int __t = __alp_block<X, Y, Z>::rank();
    for (int __i = 0; __i < N; ++__i) __s[X * Y * Z * N - 1 - (__t * N + __i)] = __items[__i];
    __alp_block<X, Y, Z>::meet();
    for (int __i = 0; __i < N; ++__i) { T __seen = __s[__t * N + __i]; __items[__i] = __alp_any<U>(); }
  }
};
template<class T, int X, int N, int A = 0, int Y = 1, int Z = 1, int P = 0> class BlockLoad {
public:
  typedef __alp_moved<T, X * Y * Z * N, A> TempStorage;
  __HD BlockLoad(__alp_moved<T, X * Y * Z * N, A> &__storage) : __s(__storage) {}
  template<class I> __HD void Load(I __from, T (&__items)[N]) { __alp_items<X, Y, Z>::come(); for (int __i = 0; __i < N; ++__i) __items[__i] = __from[at(__i)]; change(__items); }
  template<class I> __HD void Load(I __from, T (&__items)[N], int __valid) { __alp_items<X, Y, Z>::come(); for (int __i = 0; __i < N; ++__i) { if (at(__i) < __valid) __items[__i] = __from[at(__i)]; } change(__items); }
  template<class I, class D> __HD void Load(I __from, T (&__items)[N], int __valid, D __default) { __alp_items<X, Y, Z>::come(); for (int __i = 0; __i < N; ++__i) { __items[__i] = __default; if (at(__i) < __valid) __items[__i] = __from[at(__i)]; } change(__items); }
private:
  static __HD int at(int __i) {
    if constexpr (A == BLOCK_LOAD_DIRECT || A == BLOCK_LOAD_VECTORIZE) return __alp_items<X, Y, Z>::blocked(N, __i);
    else if constexpr (A == BLOCK_LOAD_STRIPED || A == BLOCK_LOAD_TRANSPOSE) return __alp_items<X, Y, Z>::striped(N, __i);
    else return __alp_items<X, Y, Z>::by_warps(N, __i);
  }
  __HD void change(T (&__items)[N]) { if constexpr (A > BLOCK_LOAD_VECTORIZE) __alp_exchange<T, X, Y, Z, N>::through(__s.__part, __items); }
  __alp_moved<T, X * Y * Z * N, A> &__s;
};
template<class T, int X, int N, int A = 0, int Y = 1, int Z = 1, int P = 0> class BlockStore {
public:
  typedef __alp_moved<T, X * Y * Z * N, A> TempStorage;
  __HD BlockStore(__alp_moved<T, X * Y * Z * N, A> &__storage) : __s(__storage) {}
  template<class O> __HD void Store(O __to, T (&__items)[N]) { __alp_items<X, Y, Z>::come(); change(__items); for (int __i = 0; __i < N; ++__i) __to[at(__i)] = __items[__i]; }
  template<class O> __HD void Store(O __to, T (&__items)[N], int __valid) { __alp_items<X, Y, Z>::come(); change(__items); for (int __i = 0; __i < N; ++__i) { if (at(__i) < __valid) __to[at(__i)] = __items[__i]; } }
private:
  static __HD int at(int __i) {
    if constexpr (A == BLOCK_STORE_DIRECT || A == BLOCK_STORE_VECTORIZE) return __alp_items<X, Y, Z>::blocked(N, __i);
    else if constexpr (A == BLOCK_STORE_STRIPED || A == BLOCK_STORE_TRANSPOSE) return __alp_items<X, Y, Z>::striped(N, __i);
    else return __alp_items<X, Y, Z>::by_warps(N, __i);
  }
  __HD void change(T (&__items)[N]) { if constexpr (A > BLOCK_STORE_VECTORIZE) __alp_exchange<T, X, Y, Z, N>::through(__s.__part, __items); }
  __alp_moved<T, X * Y * Z * N, A> &__s;
};
template<class T, int X, int N, bool S = false, int Y = 1, int Z = 1, int P = 0> class BlockExchange {
public:
  typedef __alp_storage<T, X * Y * Z * N> TempStorage;
  __HD BlockExchange(__alp_storage<T, X * Y * Z * N> &__storage) : __s(__storage) {}
#define __ALP_MOVE(F) \
  template<class U> __HD void F(T (&__in)[N], U (&__out)[N]) { for (int __i = 0; __i < N; ++__i) __out[__i] = __in[__i]; __alp_exchange<T, X, Y, Z, N>::through(__s.__part, __out); } \
  __HD void F(T (&__items)[N]) { __alp_exchange<T, X, Y, Z, N>::through(__s.__part, __items); }
  __ALP_MOVE(StripedToBlocked) __ALP_MOVE(BlockedToStriped) __ALP_MOVE(WarpStripedToBlocked) __ALP_MOVE(BlockedToWarpStriped)
#undef __ALP_MOVE
#define __ALP_MOVE(F) \
  template<class U, class O> __HD void F(T (&__in)[N], U (&__out)[N], O (&__ranks)[N]) { \
    int __t = __alp_block<X, Y, Z>::rank(); \
    for (int __i = 0; __i < N; ++__i) __s.__part[__ranks[__i]] = __in[__i]; \
    __alp_block<X, Y, Z>::meet(); \
    for (int __i = 0; __i < N; ++__i) { T __seen = __s.__part[X * Y * Z * N - 1 - (__t * N + __i)]; __out[__i] = __alp_any<U>(); } \
  } \
  template<class O> __HD void F(T (&__items)[N], O (&__ranks)[N]) { F(__items, __items, __ranks); }
  __ALP_MOVE(ScatterToBlocked) __ALP_MOVE(ScatterToStriped)
#undef __ALP_MOVE
private:
  __alp_storage<T, X * Y * Z * N> &__s;
};
template<class K, int X, int N, class V = NullType, int R = 4, bool M = true, int A = 2, int C = 0, int Y = 1, int Z = 1, int P = 0> class BlockRadixSort {
public:
  typedef __alp_sorted<K, V, X * Y * Z * N> TempStorage;
  __HD BlockRadixSort(__alp_sorted<K, V, X * Y * Z * N> &__storage) : __s(__storage) {}
#define __ALP_MOVE(F) \
  __HD void F(K (&__keys)[N], int = 0, int = sizeof(K) * 8) { __alp_exchange<K, X, Y, Z, N>::through(__s.__keys, __keys); } \
  __HD void F(K (&__keys)[N], V (&__values)[N], int = 0, int = sizeof(K) * 8) { __alp_exchange<K, X, Y, Z, N>::through(__s.__keys, __keys); __alp_exchange<V, X, Y, Z, N>::through(__s.__values, __values); }
  __ALP_MOVE(Sort) __ALP_MOVE(SortDescending) __ALP_MOVE(SortBlockedToStriped) __ALP_MOVE(SortDescendingBlockedToStriped)
#undef __ALP_MOVE
private:
  __alp_sorted<K, V, X * Y * Z * N> &__s;
};
template<class T, int X, int Y = 1, int Z = 1, int P = 0> class BlockAdjacentDifference {
public:
  typedef __alp_storage<T, 2 * X * Y * Z> TempStorage;
  __HD BlockAdjacentDifference(__alp_storage<T, 2 * X * Y * Z> &__storage) : __s(__storage) {}
#define __ALP_DIFFERENCE(F) \
  template<int N, class O, class D> __HD void F(T (&__in)[N], O (&__out)[N], D __f) { differ(__in, __out, __f); } \
  template<int N, class O, class D> __HD void F(T (&__in)[N], O (&__out)[N], D __f, T) { differ(__in, __out, __f); } \
  template<int N, class O, class D> __HD void F##PartialTile(T (&__in)[N], O (&__out)[N], D __f, int) { differ(__in, __out, __f); }
  __ALP_DIFFERENCE(SubtractLeft) __ALP_DIFFERENCE(SubtractRight)
#undef __ALP_DIFFERENCE
private:
  template<int N, class O, class D> __HD void differ(T (&__in)[N], O (&__out)[N], D __f) {
    int __t = __alp_block<X, Y, Z>::rank();
    __s.__part[2 * (X * Y * Z - 1 - __t)] = __in[0];
    __s.__part[2 * (X * Y * Z - 1 - __t) + 1] = __in[N - 1];
    __alp_block<X, Y, Z>::meet();
    T __seen = __s.__part[2 * __t]; __seen = __s.__part[2 * __t + 1];
    for (int __i = 0; __i < N; ++__i) { T __own = __in[__i], __next = __alp_any<T>(); O __one = __f(__own, __next); __out[__i] = __alp_any<O>(); }
  }
  __alp_storage<T, 2 * X * Y * Z> &__s;
};
#ifndef __ALP_HIPCUB
// A warp, or a part of one that is a power of two: they pass values on without the storage, and nothing is in an order by
// that. Another one that has the same storage races with them, and so do the rows of a block that are no whole warps.
template<class T, int W> struct __alp_warp {
  static_assert(W > 0 && W <= 32 && (W & (W - 1)) == 0, "of other numbers of threads nothing is said here");
  static __HD void meet(__alp_storage<T, W> &__s, const T &__v) {
    cooperative_groups::thread_block_tile<W> __tile;
    __s.__part[threadIdx.x % W] = __v;
    __tile.any(0);
  }
};
template<class T, int W = 32, int P = 0> class WarpReduce {
public:
  typedef __alp_storage<T, W> TempStorage;
  __HD WarpReduce(__alp_storage<T, W> &__storage) : __s(__storage) {}
  template<class F> __HD T Reduce(T __v, F __f) { __alp_warp<T, W>::meet(__s, __v); T __next = __alp_any<T>(), __one = __f(__v, __next); return __alp_any<T>(); }
  template<class F> __HD T Reduce(T __v, F __f, int) { return Reduce(__v, __f); }
  __HD T Sum(T __v) { return Reduce(__v, __alp_sum()); }
  __HD T Sum(T __v, int) { return Reduce(__v, __alp_sum()); }
  template<class G> __HD T HeadSegmentedSum(T __v, G) { return Reduce(__v, __alp_sum()); }
  template<class G> __HD T TailSegmentedSum(T __v, G) { return Reduce(__v, __alp_sum()); }
  template<class G, class F> __HD T HeadSegmentedReduce(T __v, G, F __f) { return Reduce(__v, __f); }
  template<class G, class F> __HD T TailSegmentedReduce(T __v, G, F __f) { return Reduce(__v, __f); }
private:
  __alp_storage<T, W> &__s;
};
template<class T, int W = 32, int P = 0> class WarpScan {
public:
  typedef __alp_storage<T, W> TempStorage;
  __HD WarpScan(__alp_storage<T, W> &__storage) : __s(__storage) {}
  template<class F> __HD void InclusiveScan(T __v, T &__out, F __f) { __alp_warp<T, W>::meet(__s, __v); T __next = __alp_any<T>(), __one = __f(__v, __next); __out = __alp_any<T>(); }
  template<class F> __HD void InclusiveScan(T __v, T &__out, F __f, T &__all) { InclusiveScan(__v, __out, __f); __all = __alp_any<T>(); }
  template<class F> __HD void ExclusiveScan(T __v, T &__out, F __f) { InclusiveScan(__v, __out, __f); }
  template<class F> __HD void ExclusiveScan(T __v, T &__out, T __first, F __f) { T __one = __f(__first, __v); InclusiveScan(__v, __out, __f); }
  template<class F> __HD void ExclusiveScan(T __v, T &__out, F __f, T &__all) { InclusiveScan(__v, __out, __f, __all); }
  template<class F> __HD void ExclusiveScan(T __v, T &__out, T __first, F __f, T &__all) { T __one = __f(__first, __v); InclusiveScan(__v, __out, __f, __all); }
  template<class F> __HD void Scan(T __v, T &__inclusive, T &__exclusive, F __f) { InclusiveScan(__v, __inclusive, __f); __exclusive = __alp_any<T>(); }
  __HD void InclusiveSum(T __v, T &__out) { InclusiveScan(__v, __out, __alp_sum()); }
  __HD void InclusiveSum(T __v, T &__out, T &__all) { InclusiveScan(__v, __out, __alp_sum(), __all); }
  __HD void ExclusiveSum(T __v, T &__out) { InclusiveScan(__v, __out, __alp_sum()); }
  __HD void ExclusiveSum(T __v, T &__out, T &__all) { InclusiveScan(__v, __out, __alp_sum(), __all); }
  __HD T Broadcast(T __v, unsigned) { __alp_warp<T, W>::meet(__s, __v); return __alp_any<T>(); }
private:
  __alp_storage<T, W> &__s;
};
#endif
}
