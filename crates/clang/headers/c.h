// C as far as a sequential function names it (C17): declarations only, by which clang resolves names. A function of C has one
// type, so that `exp` of a float is that of a double. Paragraphs as in cuda.h.

//@always
#if __clang_major__ < 19
#error alpinist needs clang 19 or newer
#endif

//@ NULL
#define NULL ((void *)0)
//@ size_t
typedef __SIZE_TYPE__ size_t;
//@ bool true false
#define bool _Bool
#define true 1
#define false 0
//@ int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t intptr_t uintptr_t ptrdiff_t
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
//@ INT_MAX INT_MIN UINT_MAX CHAR_BIT SHRT_MAX SHRT_MIN USHRT_MAX LONG_MAX LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN ULLONG_MAX SCHAR_MAX SCHAR_MIN UCHAR_MAX INT32_MAX INT32_MIN UINT32_MAX INT64_MAX INT64_MIN UINT64_MAX INT8_MAX INT8_MIN UINT8_MAX INT16_MAX INT16_MIN UINT16_MAX SIZE_MAX
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-128)
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
#define INT64_MAX __INT64_MAX__
#define INT64_MIN (-__INT64_MAX__ - 1)
#define UINT64_MAX __UINT64_MAX__
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
//@ INFINITY HUGE_VALF HUGE_VAL NAN
#define INFINITY (__builtin_inff())
#define HUGE_VALF (__builtin_inff())
#define HUGE_VAL (__builtin_inf())
#define NAN (__builtin_nanf(""))
//@ M_PI M_PI_2 M_PI_4 M_E M_LN2 M_LN10 M_LOG2E M_LOG10E M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_E 2.7182818284590452354
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

//@for F=sin,cos,tan,asin,acos,atan,sinh,cosh,tanh,asinh,acosh,atanh,exp,exp2,expm1,log,log2,log10,log1p,sqrt,cbrt,ceil,floor,trunc,round,rint,nearbyint,fabs,erf,erfc,tgamma,lgamma,logb
//@ {F0}
double {F0}(double);
//@ {F0}f
float {F0}f(float);
//@end
//@for F=pow,fmod,remainder,atan2,hypot,fmax,fmin,fdim,copysign,nextafter
//@ {F0}
double {F0}(double, double);
//@ {F0}f
float {F0}f(float, float);
//@end
//@each
double fma(double, double, double);
float fmaf(float, float, float);
double ldexp(double, int);
float ldexpf(float, int);
int abs(int);
long labs(long);
long long llabs(long long);
void *memcpy(void *, const void *, __SIZE_TYPE__);
void *memset(void *, int, __SIZE_TYPE__);
