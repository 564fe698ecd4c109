// GPUVerify's annotations: calls whose meaning is known by their names.

//@always
#if __clang_major__ < 19
#error alpinist needs clang 19 or newer
#endif
#ifdef __OPENCL_C_VERSION__
#define __ALP_OVER __attribute__((overloadable))
#define __ALP_BOOL bool
#define __ALP_POINTERS(R, F) R __ALP_OVER F(const volatile __global void *); R __ALP_OVER F(const volatile __local void *); R __ALP_OVER F(const volatile __private void *); R __ALP_OVER F(const __constant void *);
#define __ALP_POINTERS_AND(R, F, T) R __ALP_OVER F(const volatile __global void *, T); R __ALP_OVER F(const volatile __local void *, T); R __ALP_OVER F(const volatile __private void *, T);
#define __ALP_DEVICE
#else
#define __ALP_OVER
#define __ALP_BOOL bool
#define __ALP_DEVICE __HD
#define __ALP_POINTERS(R, F) __HD R F(const volatile void *);
#define __ALP_POINTERS_AND(R, F, T) __HD R F(const volatile void *, T);
#endif
#define __ALP_PASTE2(a, b) a##b
#define __ALP_PASTE(a, b) __ALP_PASTE2(a, b)

//@for F=__assert,__requires,__ensures,__invariant,__candidate_invariant,__candidate_global_invariant,__candidate_global_assert,__candidate_assert,__function_wide_invariant,__function_wide_candidate_invariant,__global_assert,__global_invariant,__global_requires,__global_ensures,__assume,__non_temporal_assume
//@ {F0}
__ALP_DEVICE void {F0}(__ALP_BOOL);
//@end
//@ __implies
__ALP_DEVICE __ALP_BOOL __implies(__ALP_BOOL, __ALP_BOOL);
//@ __enabled
__ALP_DEVICE __ALP_BOOL __enabled(void);
//@ __dominator_enabled
__ALP_DEVICE __ALP_BOOL __dominator_enabled(void);
//@ __same_group
__ALP_DEVICE __ALP_BOOL __alp_same_group(void);
#define __same_group __alp_same_group()
//@ __all
__ALP_DEVICE __ALP_BOOL __all(__ALP_BOOL);
//@ __exclusive
__ALP_DEVICE __ALP_BOOL __exclusive(__ALP_BOOL);
//@ __uniform_int __distinct_int
__ALP_DEVICE __ALP_BOOL __uniform_int(int); __ALP_DEVICE __ALP_BOOL __distinct_int(int);
//@ __uniform_bool __distinct_bool
__ALP_DEVICE __ALP_BOOL __uniform_bool(__ALP_BOOL); __ALP_DEVICE __ALP_BOOL __distinct_bool(__ALP_BOOL);
//@ __other_int
__ALP_DEVICE int __other_int(int);
//@ __other_bool
__ALP_DEVICE __ALP_BOOL __other_bool(__ALP_BOOL);
//@ __other_ptr_base
__ALP_POINTERS(size_t, __other_ptr_base)
//@for F=__read,__write,__no_read,__no_write
//@ {F0}
__ALP_POINTERS(__ALP_BOOL, {F0})
//@end
//@for F=__read_implies,__write_implies,__no_read_implies,__no_write_implies
//@ {F0}
__ALP_POINTERS_AND(__ALP_BOOL, {F0}, __ALP_BOOL)
//@end
//@for F=__read_offset_bytes,__write_offset_bytes,__ptr_base,__ptr_offset_bytes
//@ {F0}
__ALP_POINTERS(size_t, {F0})
//@end
//@for F=__reads_from,__writes_to,__requires_fresh_array
//@ {F0}
__ALP_POINTERS(void, {F0})
//@end
//@ __array_snapshot
#ifdef __OPENCL_C_VERSION__
void __ALP_OVER __array_snapshot(const volatile __global void *, const volatile __global void *); void __ALP_OVER __array_snapshot(const volatile __local void *, const volatile __local void *);
#else
__HD void __array_snapshot(const volatile void *, const volatile void *);
#endif
//@ __read_permission __write_permission
#define __read_permission(t, e) __alp_read_permission(&(e))
#define __write_permission(t, e) __alp_read_permission(&(e))
__ALP_POINTERS(void, __alp_read_permission)
//@for N=1:int,2:int~int,3:int~int~int,4:int~int~int~int,5:int~int~int~int~int,6:int~int~int~int~int~int,7:int~int~int~int~int~int~int,8:int~int~int~int~int~int~int~int,9:int~int~int~int~int~int~int~int~int,10:int~int~int~int~int~int~int~int~int~int,11:int~int~int~int~int~int~int~int~int~int~int,12:int~int~int~int~int~int~int~int~int~int~int~int
//@ __barrier_invariant_{N0}
__ALP_DEVICE void __barrier_invariant_{N0}(__ALP_BOOL, {N1});
//@ __barrier_invariant_binary_{N0}
__ALP_DEVICE void __barrier_invariant_binary_{N0}(__ALP_BOOL, {N1}, {N1});
//@end
//@ __return_val_int
__ALP_DEVICE int __return_val_int(void);
//@ __return_val_bool
__ALP_DEVICE __ALP_BOOL __return_val_bool(void);
//@ __return_val_ptr
#ifdef __OPENCL_C_VERSION__
__global void *__return_val_ptr(void);
#else
__HD void *__return_val_ptr(void);
#endif
//@ __return_val_funptr
__ALP_DEVICE void *__return_val_funptr(void);
//@ __return_val_int4
__ALP_DEVICE int4 __return_val_int4(void);
//@ __old_int
__ALP_DEVICE int __old_int(int);
//@ __old_bool
__ALP_DEVICE __ALP_BOOL __old_bool(__ALP_BOOL);
//@ __ite
__ALP_DEVICE int __ite(__ALP_BOOL, int, int);
//@ __mod_pow2
__ALP_DEVICE unsigned __mod_pow2(unsigned, unsigned);
//@ __add_noovfl
__ALP_DEVICE __ALP_BOOL __ALP_OVER __add_noovfl(int, int); __ALP_DEVICE __ALP_BOOL __ALP_OVER __add_noovfl(int, int, int); __ALP_DEVICE __ALP_BOOL __ALP_OVER __add_noovfl(int, int, int, int);
//@for T=unsigned_int:unsigned int,unsigned_char:unsigned char,unsigned_short:unsigned short,unsigned_long:unsigned long,int:int,char:char,short:short,long:long
//@ __add_noovfl_{T0}
__ALP_DEVICE {T1} __add_noovfl_{T0}({T1}, {T1});
//@end
//@ __atomic_has_taken_value
#ifdef __OPENCL_C_VERSION__
__ALP_BOOL __ALP_OVER __atomic_has_taken_value(volatile __global unsigned *, unsigned, unsigned);
__ALP_BOOL __ALP_OVER __atomic_has_taken_value(volatile __local unsigned *, unsigned, unsigned);
__ALP_BOOL __ALP_OVER __atomic_has_taken_value(volatile __global int *, unsigned, unsigned);
__ALP_BOOL __ALP_OVER __atomic_has_taken_value(volatile __local int *, unsigned, unsigned);
#else
__HD bool __atomic_has_taken_value(volatile unsigned *, unsigned, unsigned);
#endif
//@ DECLARE_UF_UNARY
#define DECLARE_UF_UNARY(f, a, r) __ALP_DEVICE __attribute__((const)) r f(a)
//@ DECLARE_UF_BINARY
#define DECLARE_UF_BINARY(f, a, b, r) __ALP_DEVICE __attribute__((const)) r f(a, b)
//@ DECLARE_UF_TERNARY
#define DECLARE_UF_TERNARY(f, a, b, c, r) __ALP_DEVICE __attribute__((const)) r f(a, b, c)
//@ __axiom
#define __axiom(e) __ALP_DEVICE __ALP_BOOL __ALP_PASTE(__alp_axiom_, __COUNTER__)(void) { return e; }
