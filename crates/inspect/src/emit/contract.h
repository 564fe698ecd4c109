#ifndef ALPINIST_CONTRACT
#define ALPINIST_CONTRACT

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>

namespace alpinist_contract {

#if defined(__SIZEOF_INT128__)
__extension__ typedef __int128 whole;
#else
typedef long long whole;
#endif

// A whole number; not known if it does not fit, or of a division by zero. No comparison holds of one that is not known.
struct number {
  whole value;
  bool known;
};

// What a pointer argument points to, and how many bytes the kernel may access there.
struct array {
  const volatile void *address;
  std::size_t bytes;
};

// What is said of a launch: that all clauses hold, or the first one that does not, with the values in it.
struct result {
  bool ok;
  const char *clause;
  std::string values;
  explicit operator bool() const { return ok; }
};

constexpr number none{0, false};

// Limits are written out: with GNU's extensions off, the library knows none of 128 bits.
constexpr whole most = (((whole(1) << (sizeof(whole) * 8 - 2)) - 1) << 1) + 1;
constexpr whole least = -most - 1;

template <class T> constexpr number of(T value) {
  if constexpr (std::is_enum<T>::value) {
    return of(static_cast<typename std::underlying_type<T>::type>(value));
  } else if constexpr (std::is_signed<T>::value || sizeof(T) < sizeof(whole)) {
    return {static_cast<whole>(value), true};
  } else {
    return value <= static_cast<T>(most) ? number{static_cast<whole>(value), true} : none;
  }
}

inline number literal(const char *digits) {
  whole value = 0;
  const bool negative = *digits == '-';
  for (digits += negative; *digits; ++digits) {
    const whole digit = *digits - '0';
    if (value < (least + digit) / 10) return none;
    value = value * 10 - digit;
  }
  if (negative) return {value, true};
  return value == least ? none : number{-value, true};
}

inline number neg(number a) { return a.known && a.value != least ? number{-a.value, true} : none; }

inline number add(number a, number b) {
  if (!a.known || !b.known) return none;
#if defined(__GNUC__)
  whole sum;
  return __builtin_add_overflow(a.value, b.value, &sum) ? none : number{sum, true};
#else
  const bool fits = b.value < 0 ? a.value >= least - b.value : a.value <= most - b.value;
  return fits ? number{a.value + b.value, true} : none;
#endif
}

inline number mul(number a, number b) {
  if (!a.known || !b.known) return none;
#if defined(__GNUC__)
  whole product;
  return __builtin_mul_overflow(a.value, b.value, &product) ? none : number{product, true};
#else
  // Where it is not clear that it fits, it is not known.
  const whole half = whole(1) << (sizeof(whole) * 4 - 1);
  const auto small = [half](whole v) { return v > -half && v < half; };
  const bool fits = a.value == 0 || b.value == 0 || (small(a.value) && small(b.value)) ||
                    (a.value > 0 && b.value > 0 && a.value <= most / b.value);
  return fits ? number{a.value * b.value, true} : none;
#endif
}

// Rounded down.
inline number div(number a, number b) {
  if (!a.known || !b.known || b.value == 0 || (a.value == least && b.value == -1)) return none;
  const whole quotient = a.value / b.value;
  const bool below = a.value % b.value != 0 && (a.value < 0) != (b.value < 0);
  return {quotient - (below ? 1 : 0), true};
}

inline number mod(number a, number b) { return add(a, neg(mul(div(a, b), b))); }
inline number ceil_div(number a, number b) { return neg(div(neg(a), b)); }

inline number min(number a, number b) {
  if (!a.known || !b.known) return none;
  return a.value <= b.value ? a : b;
}

inline number max(number a, number b) {
  if (!a.known || !b.known) return none;
  return a.value >= b.value ? a : b;
}

inline bool le(number a, number b) { return a.known && b.known && a.value <= b.value; }
inline bool lt(number a, number b) { return a.known && b.known && a.value < b.value; }
inline bool eq(number a, number b) { return a.known && b.known && a.value == b.value; }
inline bool ne(number a, number b) { return a.known && b.known && a.value != b.value; }

inline bool power_of_two(number a) {
  return a.known && a.value > 0 && (a.value & (a.value - 1)) == 0;
}

inline std::uintptr_t address(array a) { return reinterpret_cast<std::uintptr_t>(a.address); }

inline bool disjoint(array a, array b) {
  if (a.bytes == 0 || b.bytes == 0) return true;
  if (address(a) > address(b)) return disjoint(b, a);
  return address(b) - address(a) >= a.bytes;
}

inline bool identical(array a, array b) { return a.address == b.address; }
inline bool aligned(array a, std::uintptr_t bytes) { return address(a) % bytes == 0; }
inline bool nonnull(array a) { return a.address != nullptr; }
inline number length(array a, std::size_t element) { return of(a.bytes / element); }

struct size3 {
  number x, y, z;
};

template <class T> size3 size(const T &value) {
  if constexpr (std::is_integral<T>::value) {
    return {of(value), of(1), of(1)};
  } else {
    return {of(value.x), of(value.y), of(value.z)};
  }
}

struct named {
  const char *name;
  number value;
};

inline std::string shown(number of) {
  if (!of.known) return "(does not fit)";
  std::string digits;
  whole rest = of.value;
  do {
    const int digit = static_cast<int>(rest % 10);
    digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    rest /= 10;
  } while (rest != 0);
  return of.value < 0 ? "-" + digits : digits;
}

inline result violated(const char *clause, std::initializer_list<named> values) {
  std::string all;
  for (const named &one : values) {
    all += (all.empty() ? "" : ", ") + std::string(one.name) + " = " + shown(one.value);
  }
  return {false, clause, all};
}

}  // namespace alpinist_contract

#endif
