// OpenCL C: the types and constants that clang's own declarations of built-in functions leave out.
// Paragraphs begin with the names that ask for them (see src/headers.rs).

//@always
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef uint cl_mem_fence_flags;
#define CLK_LOCAL_MEM_FENCE 0x01
#define CLK_GLOBAL_MEM_FENCE 0x02
#define CLK_IMAGE_MEM_FENCE 0x04
#define NULL ((void *)0)
// Clang declares the functions of these only where the macros are there.
#if __OPENCL_C_VERSION__ >= 200
#define __opencl_subgroup_builtins 1
#define cl_khr_subgroup_extended_types 1
#define cl_khr_subgroup_non_uniform_vote 1
#define cl_khr_subgroup_ballot 1
#define cl_khr_subgroup_non_uniform_arithmetic 1
#define cl_khr_subgroup_shuffle 1
#define cl_khr_subgroup_shuffle_relative 1
#define cl_khr_subgroup_clustered_reduce 1
#define cl_khr_subgroup_rotate 1
#define cl_khr_extended_bit_ops 1
#define cl_khr_integer_dot_product 1
#define __opencl_c_integer_dot_product_input_4x8bit 1
#define __opencl_c_integer_dot_product_input_4x8bit_packed 1
#endif
#if __OPENCL_C_VERSION__ >= 200
typedef enum memory_scope { memory_scope_work_item, memory_scope_work_group, memory_scope_device, memory_scope_all_svm_devices, memory_scope_sub_group, memory_scope_all_devices = memory_scope_all_svm_devices } memory_scope;
typedef enum memory_order { memory_order_relaxed, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst } memory_order;
#endif

//@for T=char,uchar,short,ushort,int,uint,long,ulong,float,double,half;N=2,3,4,8,16
//@ {T0}{N0} as_{T0}{N0}
typedef {T0} {T0}{N0} __attribute__((ext_vector_type({N0})));
//@ as_{T0}{N0}
#define as_{T0}{N0}(x) __builtin_astype((x), {T0}{N0})
//@end
//@for T=char,uchar,short,ushort,int,uint,long,ulong,float,double,half,size_t,intptr_t,uintptr_t
//@ as_{T0}
#define as_{T0}(x) __builtin_astype((x), {T0})
//@end
//@ ATOMIC_VAR_INIT ATOMIC_FLAG_INIT
#define ATOMIC_VAR_INIT(x) (x)
#define ATOMIC_FLAG_INIT 0
//@ CLK_NORMALIZED_COORDS_FALSE CLK_NORMALIZED_COORDS_TRUE CLK_ADDRESS_NONE CLK_ADDRESS_CLAMP CLK_ADDRESS_CLAMP_TO_EDGE CLK_ADDRESS_REPEAT CLK_ADDRESS_MIRRORED_REPEAT CLK_FILTER_NEAREST CLK_FILTER_LINEAR
#define CLK_ADDRESS_NONE 0
#define CLK_ADDRESS_CLAMP_TO_EDGE 2
#define CLK_ADDRESS_CLAMP 4
#define CLK_ADDRESS_REPEAT 6
#define CLK_ADDRESS_MIRRORED_REPEAT 8
#define CLK_NORMALIZED_COORDS_FALSE 0
#define CLK_NORMALIZED_COORDS_TRUE 1
#define CLK_FILTER_NEAREST 0x10
#define CLK_FILTER_LINEAR 0x20
//@ CHAR_BIT SCHAR_MAX SCHAR_MIN UCHAR_MAX CHAR_MAX CHAR_MIN SHRT_MAX SHRT_MIN USHRT_MAX INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-127 - 1)
#define UCHAR_MAX 255
#define CHAR_MAX SCHAR_MAX
#define CHAR_MIN SCHAR_MIN
#define USHRT_MAX 65535
#define SHRT_MAX 32767
#define SHRT_MIN (-32767 - 1)
#define UINT_MAX 0xffffffffU
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define ULONG_MAX 0xffffffffffffffffUL
#define LONG_MAX 0x7fffffffffffffffL
#define LONG_MIN (-0x7fffffffffffffffL - 1)
//@ FLT_DIG FLT_MANT_DIG FLT_MAX_10_EXP FLT_MAX_EXP FLT_MIN_10_EXP FLT_MIN_EXP FLT_RADIX FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX DBL_MIN DBL_EPSILON MAXFLOAT HUGE_VALF HUGE_VAL INFINITY NAN
#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_MAX_10_EXP +38
#define FLT_MAX_EXP +128
#define FLT_MIN_10_EXP -37
#define FLT_MIN_EXP -125
#define FLT_RADIX 2
#define FLT_MAX 0x1.fffffep127f
#define FLT_MIN 0x1.0p-126f
#define FLT_EPSILON 0x1.0p-23f
#define DBL_MAX 0x1.fffffffffffffp1023
#define DBL_MIN 0x1.0p-1022
#define DBL_EPSILON 0x1.0p-52
#define MAXFLOAT 0x1.fffffep127f
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VAL (__builtin_huge_val())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
//@for M=E:2.71828182845904523536,LOG2E:1.44269504088896340736,LOG10E:0.43429448190325182765,LN2:0.69314718055994530942,LN10:2.30258509299404568402,PI:3.14159265358979323846,PI_2:1.57079632679489661923,PI_4:0.78539816339744830962,1_PI:0.31830988618379067154,2_PI:0.63661977236758134308,2_SQRTPI:1.12837916709551257390,SQRT2:1.41421356237309504880,SQRT1_2:0.70710678118654752440
//@ M_{M0} M_{M0}_F
#define M_{M0} {M1}
#define M_{M0}_F {M1}f
//@end
//@ printf
int printf(__constant const char *, ...) __attribute__((format(printf, 1, 2)));
//@ kernel_exec
#define kernel_exec(X, typen) __kernel __attribute__((work_group_size_hint(X, 1, 1))) __attribute__((vec_type_hint(typen)))
//@ queue_t CLK_ENQUEUE_FLAGS_NO_WAIT CLK_ENQUEUE_FLAGS_WAIT_KERNEL CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP ndrange_t kernel_enqueue_flags_t
typedef struct { unsigned workDimension; size_t globalWorkOffset[3], globalWorkSize[3], localWorkSize[3]; } ndrange_t;
typedef int kernel_enqueue_flags_t;
#define CLK_ENQUEUE_FLAGS_NO_WAIT 0
#define CLK_ENQUEUE_FLAGS_WAIT_KERNEL 1
#define CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP 2
//@ assert
void __alp_assert(int);
#define assert(e) __alp_assert(e)
// What clang is stricter about than GPUVerify's; asked for only after it has said so.
//@ __alp_event_numbers
typedef size_t __alp_event;
__alp_event __attribute__((overloadable)) __alp_async_work_group_copy(__local void *, const __global void *, size_t, size_t, __alp_event);
__alp_event __attribute__((overloadable)) __alp_async_work_group_copy(__global void *, const __local void *, size_t, size_t, __alp_event);
__alp_event __attribute__((overloadable)) __alp_async_work_group_strided_copy(__local void *, const __global void *, size_t, size_t, size_t, __alp_event);
__alp_event __attribute__((overloadable)) __alp_async_work_group_strided_copy(__global void *, const __local void *, size_t, size_t, size_t, __alp_event);
void __alp_wait_group_events(int, __alp_event *);
#define event_t __alp_event
#define async_work_group_copy(d, s, n, e) __alp_async_work_group_copy((d), (s), (n), sizeof(*(d)), (e))
#define async_work_group_strided_copy(d, s, n, t, e) __alp_async_work_group_strided_copy((d), (s), (n), (t), sizeof(*(d)), (e))
#define wait_group_events(n, e) __alp_wait_group_events((n), (e))
//@ __alp_plain_sizes
#define size_t __SIZE_TYPE__
#define ptrdiff_t __PTRDIFF_TYPE__
#define intptr_t __INTPTR_TYPE__
#define uintptr_t __UINTPTR_TYPE__
