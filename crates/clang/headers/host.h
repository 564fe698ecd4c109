// Libraries as far as host code names them, in the tree of host code alone. Paragraphs as in cuda.h. A function without a
// body may do anything with what it gets; one with a body means what it says.

//@ initializer_list vector string torch ATen
namespace std { template<class __E> class initializer_list { const __E *__first; size_t __count; public: constexpr initializer_list() : __first(nullptr), __count(0) {} constexpr size_t size() const { return __count; } constexpr const __E *begin() const { return __first; } constexpr const __E *end() const { return __first + __count; } }; }
//@ vector
// The size of an object is that of the GNU library; what stands in its memory is not followed.
namespace std {
template<class __T> void __alp_keep(const __T &);
template<class __T> class vector {
  __T *__p; size_t __n, __m;
  void __grow(size_t __k) { free(__p); __p = (__T *)malloc(__k * sizeof(__T)); __n = __k; }
  // What is put into it may be found by everybody who looks into its memory.
  void __put(const __T &__v) { if constexpr (__is_assignable(__T &, const __T &)) __p[0] = __v; else __alp_keep(__v); }
 public:
  typedef __T value_type; typedef size_t size_type; typedef __T &reference; typedef const __T &const_reference;
  typedef __T *iterator; typedef const __T *const_iterator;
  vector() : __p(nullptr), __n(0) {}
  explicit vector(size_t __k) : __p((__T *)malloc(__k * sizeof(__T))), __n(__k) {}
  vector(size_t __k, const __T &__v) : __p((__T *)malloc(__k * sizeof(__T))), __n(__k) { __put(__v); }
  vector(initializer_list<__T>);
  vector(const vector &__o) : __p((__T *)malloc(8)), __n(__o.__n) {}
  vector(vector &&__o) : __p(__o.__p), __n(__o.__n) { __o.__n = (size_t)clock(); }
  template<class __I> vector(__I *, __I *);
  template<class __I, class = typename __I::value_type> vector(__I, __I);
  ~vector();
  vector &operator=(const vector &__o) { __grow(__o.__n); return *this; }
  vector &operator=(vector &&__o) { __grow(__o.__n); __o.__n = (size_t)clock(); return *this; }
  vector &operator=(initializer_list<__T>);
  __T *data() { return __p; } const __T *data() const { return __p; }
  size_t size() const { return __n; } size_t capacity() const; size_t max_size() const; bool empty() const { return __n == 0; }
  __T &operator[](size_t __i) { return __p[__i]; } const __T &operator[](size_t __i) const { return __p[__i]; }
  __T &at(size_t __i) { return __p[__i]; } const __T &at(size_t __i) const { return __p[__i]; }
  __T &front() { return __p[0]; } const __T &front() const { return __p[0]; } __T &back() { return __p[__n - 1]; } const __T &back() const { return __p[__n - 1]; }
  __T *begin() { return __p; } __T *end() { return __p + __n; } const __T *begin() const { return __p; } const __T *end() const { return __p + __n; }
  const __T *cbegin() const { return __p; } const __T *cend() const { return __p + __n; }
  void resize(size_t __k) { __grow(__k); } void resize(size_t __k, const __T &__v) { __grow(__k); __put(__v); } void reserve(size_t) { __grow(__n); } void shrink_to_fit() { __grow(__n); }
  void push_back(const __T &__v) { __grow(__n + 1); __put(__v); } void pop_back() { __n = __n - 1; } void clear() { __n = 0; }
  void assign(size_t __k, const __T &__v) { __grow(__k); __put(__v); } template<class __I> void assign(__I *, __I *); void assign(initializer_list<__T>);
  void swap(vector &);
  template<class... __A> __T &emplace_back(__A &&...);
  template<class... __A> iterator insert(const_iterator, __A &&...); iterator erase(const_iterator); iterator erase(const_iterator, const_iterator);
};
template<class __T> bool operator==(const vector<__T> &, const vector<__T> &); template<class __T> bool operator!=(const vector<__T> &, const vector<__T> &);
template<class __T> bool operator<(const vector<__T> &, const vector<__T> &);
}
//@ array
namespace std {
template<class __T, size_t __N> struct array {
  __T __e[__N];
  typedef __T value_type; typedef __T *iterator; typedef const __T *const_iterator;
  constexpr size_t size() const { return __N; }
  __T &operator[](size_t __i) { return __e[__i]; } const __T &operator[](size_t __i) const { return __e[__i]; }
  __T *data() { return __e; } const __T *data() const { return __e; }
  __T *begin() { return __e; } __T *end() { return __e + __N; } const __T *begin() const { return __e; } const __T *end() const { return __e + __N; }
  void fill(const __T &);
};
}
//@ string stringstream ostringstream istringstream to_string
namespace std {
class string {
  void *__p; size_t __n, __m[2];
 public:
  static const size_t npos = -1; typedef char *iterator; typedef const char *const_iterator; typedef char value_type;
  string() : __p(nullptr), __n(0) {} string(const char *__c) : __p(malloc(8)), __n(strlen(__c)) {} string(const char *, size_t __k) : __p(malloc(8)), __n(__k) {} string(size_t __k, char) : __p(malloc(8)), __n(__k) {} string(const string &__o) : __p(malloc(8)), __n(__o.__n) {} template<class __I> string(__I *, __I *);
  string &operator=(const string &__o) { __p = malloc(8); __n = __o.__n; return *this; } string &operator+=(const string &); string &operator+=(char); string &append(const string &); void push_back(char); void pop_back(); void clear();
  const char *c_str() const { return (const char *)__p; } const char *data() const { return (const char *)__p; } size_t size() const { return __n; } size_t length() const { return __n; } bool empty() const { return __n == 0; } int compare(const string &) const;
  char &operator[](size_t __i) { return ((char *)__p)[__i]; } const char &operator[](size_t __i) const { return ((char *)__p)[__i]; } char &at(size_t __i) { return ((char *)__p)[__i]; } const char &at(size_t __i) const { return ((char *)__p)[__i]; } char &back(); char &front(); char *begin(); char *end(); const char *begin() const; const char *end() const;
  size_t find(const string &, size_t = 0) const; size_t find(char, size_t = 0) const; size_t rfind(const string &, size_t = npos) const; size_t rfind(char, size_t = npos) const;
  size_t find_first_of(const string &, size_t = 0) const; size_t find_last_of(const string &, size_t = npos) const; size_t find_first_not_of(const string &, size_t = 0) const; size_t find_last_not_of(const string &, size_t = npos) const;
  string substr(size_t = 0, size_t = npos) const; string &erase(size_t = 0, size_t = npos); string &insert(size_t, const string &); string &replace(size_t, size_t, const string &); void resize(size_t, char = 0); void reserve(size_t = 0);
};
string operator+(const string &, const string &); string operator+(const string &, char); string operator+(char, const string &); bool operator==(const string &, const string &); bool operator!=(const string &, const string &); bool operator<(const string &, const string &); bool operator>(const string &, const string &);
int stoi(const string &, size_t * = nullptr, int = 10); long stol(const string &, size_t * = nullptr, int = 10); long long stoll(const string &, size_t * = nullptr, int = 10); unsigned long stoul(const string &, size_t * = nullptr, int = 10); unsigned long long stoull(const string &, size_t * = nullptr, int = 10); float stof(const string &, size_t * = nullptr); double stod(const string &, size_t * = nullptr);
string to_string(int); string to_string(unsigned); string to_string(long); string to_string(unsigned long); string to_string(long long); string to_string(unsigned long long); string to_string(float); string to_string(double);
}
//@ cout cerr cin clog endl iostream ostream istream iomanip fstream sstream ifstream ofstream stringstream ostringstream istringstream
namespace std {
typedef long streamsize;
struct __alp_form {};
struct ios {
  typedef int openmode; typedef int fmtflags; typedef int seekdir;
  static const int in = 8, out = 16, binary = 4, app = 1, ate = 2, trunc = 32, fixed = 4, scientific = 256, showpoint = 1024, left = 32, right = 128, floatfield = 260, beg = 0, cur = 1, end = 2;
  static bool sync_with_stdio(bool = true) { return clock() != 0; }
  explicit operator bool() const { return clock() != 0; } bool operator!() const { return clock() != 0; } bool good() const { return clock() != 0; } bool fail() const { return clock() != 0; } bool eof() const { return clock() != 0; } bool bad() const { return clock() != 0; }
  void clear() {} long precision() const { return clock(); } long precision(long) { return clock(); } long width(long) { return clock(); } int flags() const { return (int)clock(); } int flags(int) { return (int)clock(); } int setf(int) { return (int)clock(); } int setf(int, int) { return (int)clock(); }
  long long __s[32];
};
typedef ios ios_base;
struct ostream : ios { ostream &write(const char *, streamsize); ostream &put(char); ostream &flush(); long tellp(); };
struct istream : ios { istream &read(char *, streamsize); istream &get(char &); int get(); istream &getline(char *, streamsize); istream &ignore(streamsize = 1, int = -1); int peek(); istream &seekg(long); istream &seekg(long, int); long tellg(); streamsize gcount() const; };
extern ostream cout, cerr, clog; extern istream cin;
ostream &endl(ostream &); ostream &flush(ostream &);
__alp_form setw(int); __alp_form setprecision(int); __alp_form setfill(char); extern __alp_form fixed, left, right, scientific, hex, dec, oct, boolalpha, showpoint, defaultfloat, internal, ws;
template<class __T> ostream &operator<<(ostream &, const __T &);
ostream &operator<<(ostream &, ostream &(*)(ostream &));
template<class __T> istream &operator>>(istream &, __T &);
}
//@ ifstream ofstream fstream
namespace std {
struct ifstream : istream { ifstream(); template<class __S> explicit ifstream(const __S &, int = 8); template<class __S> void open(const __S &, int = 8); bool is_open() const; void close(); };
struct ofstream : ostream { ofstream(); template<class __S> explicit ofstream(const __S &, int = 16); template<class __S> void open(const __S &, int = 16); bool is_open() const; void close(); };
struct fstream : istream { fstream(); template<class __S> explicit fstream(const __S &, int = 24); template<class __S> void open(const __S &, int = 24); bool is_open() const; void close(); };
}
//@ stringstream ostringstream istringstream getline
namespace std {
struct istringstream : istream { istringstream(); explicit istringstream(const string &); string str() const; void str(const string &); };
struct ostringstream : ostream { ostringstream(); explicit ostringstream(const string &); string str() const; void str(const string &); };
struct stringstream : istream { stringstream(); explicit stringstream(const string &); string str() const; void str(const string &); operator ostream &(); };
istream &getline(istream &, string &); istream &getline(istream &, string &, char);
}
//@ chrono
namespace std {
template<long __A, long __B = 1> struct ratio {};
typedef ratio<1, 1000000000> nano; typedef ratio<1, 1000000> micro; typedef ratio<1, 1000> milli;
namespace chrono {
template<class __R, class __P = ratio<1>> struct duration {
  __R __r;
  duration() = default;
  template<class __S> constexpr explicit duration(const __S &__s) : __r((__R)__s) {}
  template<class __S, class __Q> constexpr duration(const duration<__S, __Q> &) : __r((__R)clock()) {}
  __R count() const { return __r; }
  duration &operator+=(const duration &__o) { __r += __o.__r; return *this; }
  duration &operator-=(const duration &__o) { __r -= __o.__r; return *this; }
};
typedef duration<long, nano> nanoseconds; typedef duration<long, micro> microseconds; typedef duration<long, milli> milliseconds; typedef duration<long> seconds; typedef duration<long, ratio<60>> minutes; typedef duration<long, ratio<3600>> hours;
template<class __R, class __P> duration<__R, __P> operator+(const duration<__R, __P> &__a, const duration<__R, __P> &__b) { return duration<__R, __P>(__a.__r + __b.__r); }
template<class __R, class __P> duration<__R, __P> operator-(const duration<__R, __P> &__a, const duration<__R, __P> &__b) { return duration<__R, __P>(__a.__r - __b.__r); }
#define __ALP_SCALED(N, S) template<class __R, class __P> duration<S, __P> operator/(const duration<__R, __P> &__a, N __n) { return duration<S, __P>((S)__a.__r / (S)__n); } template<class __R, class __P> duration<S, __P> operator*(const duration<__R, __P> &__a, N __n) { return duration<S, __P>((S)__a.__r * (S)__n); }
__ALP_SCALED(int, __R) __ALP_SCALED(unsigned, __R) __ALP_SCALED(long, __R) __ALP_SCALED(unsigned long, __R) __ALP_SCALED(float, double) __ALP_SCALED(double, double)
#undef __ALP_SCALED
template<class __C> struct __alp_time { long __t; nanoseconds time_since_epoch() const { return nanoseconds(__t); } };
template<class __C, class __D = nanoseconds> using time_point = __alp_time<__C>;
template<class __C> nanoseconds operator-(const __alp_time<__C> &__a, const __alp_time<__C> &__b) { return nanoseconds(__a.__t - __b.__t); }
template<class __C> bool operator<(const __alp_time<__C> &__a, const __alp_time<__C> &__b) { return __a.__t < __b.__t; }
template<class __D, class __R, class __P> __D duration_cast(const duration<__R, __P> &) { return __D(clock()); }
struct steady_clock { typedef __alp_time<steady_clock> time_point; static __alp_time<steady_clock> now() { return __alp_time<steady_clock>{clock()}; } };
struct system_clock { typedef __alp_time<system_clock> time_point; static __alp_time<system_clock> now() { return __alp_time<system_clock>{clock()}; } static long to_time_t(__alp_time<system_clock> __p) { return __p.__t; } };
struct high_resolution_clock { typedef __alp_time<high_resolution_clock> time_point; static __alp_time<high_resolution_clock> now() { return __alp_time<high_resolution_clock>{clock()}; } };
} }
//@ random mt19937 mt19937_64 default_random_engine random_device uniform_real_distribution uniform_int_distribution normal_distribution minstd_rand
namespace std {
#define __ALP_ENGINE(__N, __T, __S) struct __N { __T __s[__S]; typedef __T result_type; __N() : __s{} {} explicit __N(__T) : __s{} {} void seed(__T) {} __T operator()() { return (__T)rand(); } void discard(unsigned long long) {} static constexpr __T min() { return 0; } };
__ALP_ENGINE(mt19937, unsigned long, 625) __ALP_ENGINE(mt19937_64, unsigned long, 313) __ALP_ENGINE(minstd_rand, unsigned long, 1) __ALP_ENGINE(minstd_rand0, unsigned long, 1)
#undef __ALP_ENGINE
typedef minstd_rand0 default_random_engine;
struct random_device { random_device() {} unsigned operator()() { return (unsigned)rand(); } char __s[5000]; };
template<class __T = double> struct uniform_real_distribution { uniform_real_distribution() {} explicit uniform_real_distribution(__T, __T = 1) {} template<class __G> __T operator()(__G &) { return (__T)rand(); } void reset() {} __T __s[2]; };
template<class __T = int> struct uniform_int_distribution { uniform_int_distribution() {} explicit uniform_int_distribution(__T, __T = 1) {} template<class __G> __T operator()(__G &) { return (__T)rand(); } void reset() {} __T __s[2]; };
template<class __T = double> struct normal_distribution { normal_distribution() {} explicit normal_distribution(__T, __T = 1) {} template<class __G> __T operator()(__G &) { return (__T)rand(); } void reset() {} __T __s[4]; };
}
//@ runtime_error invalid_argument logic_error out_of_range exception stdexcept bad_alloc
namespace std {
class exception { public: exception(); exception(const exception &); virtual ~exception(); virtual const char *what() const; };
struct runtime_error : exception { runtime_error(const char *); template<class __S> explicit runtime_error(const __S &); }; struct logic_error : exception { logic_error(const char *); template<class __S> explicit logic_error(const __S &); };
struct invalid_argument : logic_error { invalid_argument(const char *); template<class __S> explicit invalid_argument(const __S &); }; struct out_of_range : logic_error { out_of_range(const char *); template<class __S> explicit out_of_range(const __S &); }; struct bad_alloc : exception {};
}
//@ pair make_pair map unordered_map
namespace std {
template<class __A, class __B> struct pair { __A first; __B second; pair() = default; template<class __C, class __D> pair(const __C &, const __D &); };
template<class __A, class __B> pair<__A, __B> make_pair(__A, __B);
template<class __A, class __B> bool operator<(const pair<__A, __B> &, const pair<__A, __B> &); template<class __A, class __B> bool operator==(const pair<__A, __B> &, const pair<__A, __B> &);
}
//@ map unordered_map set unordered_set multimap multiset list deque
namespace std {
template<class __T> struct __alp_node { __T *__q; typedef __T value_type; __T &operator*() const; __T *operator->() const; __alp_node &operator++(); __alp_node operator++(int); __alp_node &operator--(); __alp_node operator--(int); bool operator==(const __alp_node &) const; bool operator!=(const __alp_node &) const; };
}
//@for C=map:48,unordered_map:56,multimap:48
//@ {C0}
namespace std {
template<class __K, class __T, class... __R> class {C0} {
  __K *__k; __T *__t; void *__p[{C1} / 8 - 2];
 public:
  typedef pair<const __K, __T> value_type; typedef __K key_type; typedef __T mapped_type; typedef __alp_node<value_type> iterator; typedef __alp_node<value_type> const_iterator;
  {C0}(); {C0}(initializer_list<value_type>); {C0}(const {C0} &); ~{C0}(); {C0} &operator=(const {C0} &);
  __T &operator[](const __K &); __T &at(const __K &); const __T &at(const __K &) const; size_t size() const; bool empty() const; size_t count(const __K &) const; iterator find(const __K &) const; iterator begin() const; iterator end() const;
  void clear(); template<class __V> pair<iterator, bool> insert(const __V &); template<class... __A> pair<iterator, bool> emplace(__A &&...); size_t erase(const __K &); iterator erase(iterator); void reserve(size_t);
};
}
//@end
//@for C=set:48,unordered_set:56,multiset:48
//@ {C0}
namespace std {
template<class __T, class... __R> class {C0} {
  __T *__t; void *__p[{C1} / 8 - 1];
 public:
  typedef __T value_type; typedef __alp_node<const __T> iterator; typedef __alp_node<const __T> const_iterator;
  {C0}(); {C0}(initializer_list<__T>); template<class __I> {C0}(__I, __I); {C0}(const {C0} &); ~{C0}(); {C0} &operator=(const {C0} &);
  size_t size() const; bool empty() const; size_t count(const __T &) const; iterator find(const __T &) const; iterator begin() const; iterator end() const; void clear(); pair<iterator, bool> insert(const __T &); size_t erase(const __T &); iterator erase(iterator);
};
}
//@end
//@for C=list:24,deque:80
//@ {C0}
namespace std {
template<class __T> class {C0} {
  __T *__t; void *__p[{C1} / 8 - 1];
 public:
  typedef __T value_type; typedef __alp_node<__T> iterator; typedef __alp_node<const __T> const_iterator;
  {C0}(); explicit {C0}(size_t); {C0}(size_t, const __T &); {C0}(initializer_list<__T>); {C0}(const {C0} &); ~{C0}(); {C0} &operator=(const {C0} &);
  size_t size() const; bool empty() const; __T &front(); __T &back(); __T &operator[](size_t); iterator begin(); iterator end(); const_iterator begin() const; const_iterator end() const; void clear(); void push_back(const __T &); void push_front(const __T &); void pop_back(); void pop_front(); iterator erase(iterator); iterator insert(iterator, const __T &); void sort(); void resize(size_t);
};
}
//@end
//@for F=hash:size_t:const __T &,equal_to:bool:const __T &~ const __T &,not_equal_to:bool:const __T &~ const __T &,less:bool:const __T &~ const __T &,greater:bool:const __T &~ const __T &,less_equal:bool:const __T &~ const __T &,greater_equal:bool:const __T &~ const __T &
//@ {F0}
namespace std { template<class __T = void> struct {F0} { {F1} operator()({F2}) const; }; }
//@end
//@ hash
namespace std { template<> struct hash<void>; }
//@ piecewise_construct piecewise_construct_t
namespace std { struct piecewise_construct_t {}; static const piecewise_construct_t piecewise_construct; }
//@ tuple forward_as_tuple tie make_tuple
namespace std {
template<class... __A> class tuple; template<> class tuple<> {};
template<class __H, class... __A> class tuple<__H, __A...> { __H __h; tuple<__A...> __r; public: tuple(); template<class... __B> tuple(__B &&...); };
template<class... __A> tuple<__A &&...> forward_as_tuple(__A &&...); template<class... __A> tuple<__A &...> tie(__A &...); template<class... __A> tuple<__A...> make_tuple(__A...);
template<size_t __I, class __H, class... __A> struct __alp_element : __alp_element<__I - 1, __A...> {}; template<class __H, class... __A> struct __alp_element<0, __H, __A...> { typedef __H type; };
template<size_t __I, class... __A> typename __alp_element<__I, __A...>::type &get(tuple<__A...> &); template<size_t __I, class... __A> const typename __alp_element<__I, __A...>::type &get(const tuple<__A...> &);
}
//@ basic_string basic_string_view string_view
namespace std { template<class __C, class... __R> class basic_string; template<class __C, class... __R> class basic_string_view; typedef basic_string_view<char> string_view; }
//@ queue stack priority_queue
namespace std {
template<class __T> class queue { __T *__t; void *__p[9]; public: queue(); queue(const queue &); ~queue(); queue &operator=(const queue &); size_t size() const; bool empty() const; __T &front(); __T &back(); void push(const __T &); void pop(); };
template<class __T> class stack { __T *__t; void *__p[9]; public: stack(); stack(const stack &); ~stack(); stack &operator=(const stack &); size_t size() const; bool empty() const; __T &top(); void push(const __T &); void pop(); };
template<class __T, class... __R> class priority_queue { __T *__t; void *__p[3]; public: priority_queue(); priority_queue(const priority_queue &); ~priority_queue(); priority_queue &operator=(const priority_queue &); size_t size() const; bool empty() const; const __T &top() const; void push(const __T &); void pop(); };
}
//@ unique_ptr make_unique
namespace std {
template<class __T> struct __alp_one { typedef __T type; }; template<class __T> struct __alp_one<__T[]> { typedef __T type; };
template<class __T, class... __D> class unique_ptr { typename __alp_one<__T>::type *__p; public: unique_ptr(); template<class... __A> explicit unique_ptr(typename __alp_one<__T>::type *, __A &&...); unique_ptr(unique_ptr &&); ~unique_ptr(); unique_ptr &operator=(unique_ptr &&); typename __alp_one<__T>::type *get() const; typename __alp_one<__T>::type &operator*() const; typename __alp_one<__T>::type *operator->() const; typename __alp_one<__T>::type &operator[](size_t) const; explicit operator bool() const; typename __alp_one<__T>::type *release(); void reset(typename __alp_one<__T>::type * = nullptr); };
template<class __T, class... __A> unique_ptr<__T> make_unique(__A &&...);
}
//@ shared_ptr make_shared
namespace std {
template<class __T> class shared_ptr { __T *__p; void *__c; public: shared_ptr(); template<class... __A> explicit shared_ptr(__T *, __A &&...); shared_ptr(const shared_ptr &); ~shared_ptr(); shared_ptr &operator=(const shared_ptr &); __T *get() const; __T &operator*() const; __T *operator->() const; explicit operator bool() const; void reset(); };
template<class __T, class... __A> shared_ptr<__T> make_shared(__A &&...);
}
//@ complex
namespace std {
template<class __T> struct complex { __T __r, __i; typedef __T value_type; constexpr complex(__T __a = 0, __T __b = 0) : __r(__a), __i(__b) {} constexpr __T real() const { return __r; } constexpr __T imag() const { return __i; } complex &operator+=(const complex &); complex &operator*=(const complex &); };
template<class __T> complex<__T> operator+(const complex<__T> &, const complex<__T> &); template<class __T> complex<__T> operator-(const complex<__T> &, const complex<__T> &); template<class __T> complex<__T> operator*(const complex<__T> &, const complex<__T> &); template<class __T> complex<__T> operator/(const complex<__T> &, const complex<__T> &);
template<class __T> __T real(const complex<__T> &); template<class __T> __T imag(const complex<__T> &); template<class __T> complex<__T> conj(const complex<__T> &); template<class __T> __T norm(const complex<__T> &);
}
//@ algorithm numeric sort stable_sort fill fill_n iota accumulate generate copy copy_n reverse shuffle transform min_element max_element equal count count_if find find_if inner_product for_each unique nth_element lower_bound upper_bound partial_sum distance all_of any_of random_shuffle inclusive_scan exclusive_scan reduce
// A function that is passed may be called: what it does is not followed. A function without a body cannot be passed a lambda.
extern "C" void __alp_run(const void *, ...);
namespace std {
template<class __T> __T __alp_unknown();
template<class... __A> void __alp_call(__A &...__a) { __alp_run(nullptr, &__a...); }
template<class __I, class... __A> void sort(__I __a, __I __b, __A... __f) { __alp_call(__a, __b, __f...); } template<class __I, class... __A> void stable_sort(__I __a, __I __b, __A... __f) { __alp_call(__a, __b, __f...); }
template<class __I, class __T> void fill(__I, __I, const __T &); template<class __I, class __N, class __T> __I fill_n(__I, __N, const __T &);
template<class __I, class __T> void iota(__I, __I, __T); template<class __I, class __T> __T accumulate(__I, __I, __T); template<class __I, class __T, class __F> __T accumulate(__I __a, __I __b, __T, __F __f) { __alp_call(__a, __b, __f); return __alp_unknown<__T>(); }
template<class __I, class __G> void generate(__I __a, __I __b, __G __f) { __alp_call(__a, __b, __f); }
template<class __I, class __O> __O copy(__I, __I, __O); template<class __I, class __N, class __O> __O copy_n(__I, __N, __O); template<class __I> void reverse(__I, __I); template<class __I, class __G> void shuffle(__I, __I, __G &&); template<class __I> void random_shuffle(__I, __I);
template<class __I, class __O, class __F> __O transform(__I __a, __I __b, __O __o, __F __f) { __alp_call(__a, __b, __o, __f); return __alp_unknown<__O>(); } template<class __I, class __J, class __O, class __F> __O transform(__I __a, __I __b, __J __c, __O __o, __F __f) { __alp_call(__a, __b, __c, __o, __f); return __alp_unknown<__O>(); }
template<class __I> __I min_element(__I, __I); template<class __I> __I max_element(__I, __I); template<class __I, class __F> __I min_element(__I __a, __I __b, __F __f) { __alp_call(__a, __b, __f); return __alp_unknown<__I>(); } template<class __I, class __F> __I max_element(__I __a, __I __b, __F __f) { __alp_call(__a, __b, __f); return __alp_unknown<__I>(); }
template<class __I, class __J> bool equal(__I, __I, __J); template<class __I, class __J, class __F> bool equal(__I __a, __I __b, __J __c, __F __f) { __alp_call(__a, __b, __c, __f); return __alp_unknown<bool>(); }
template<class __I, class __T> long count(__I, __I, const __T &); template<class __I, class __F> long count_if(__I __a, __I __b, __F __f) { __alp_call(__a, __b, __f); return __alp_unknown<long>(); } template<class __I, class __T> __I find(__I, __I, const __T &); template<class __I, class __F> __I find_if(__I __a, __I __b, __F __f) { __alp_call(__a, __b, __f); return __alp_unknown<__I>(); }
template<class __I, class __J, class __T> __T inner_product(__I, __I, __J, __T); template<class __I, class __F> void for_each(__I __a, __I __b, __F __f) { __alp_call(__a, __b, __f); } template<class __I> __I unique(__I, __I); template<class __I> void nth_element(__I, __I, __I);
template<class __I, class __T> __I lower_bound(__I, __I, const __T &); template<class __I, class __T> __I upper_bound(__I, __I, const __T &); template<class __I, class __O> __O partial_sum(__I, __I, __O); template<class __I> long distance(__I, __I);
template<class __I, class __F> bool all_of(__I __a, __I __b, __F __f) { __alp_call(__a, __b, __f); return __alp_unknown<bool>(); } template<class __I, class __F> bool any_of(__I __a, __I __b, __F __f) { __alp_call(__a, __b, __f); return __alp_unknown<bool>(); }
template<class __I, class __O> __O inclusive_scan(__I, __I, __O); template<class __I, class __O, class __T> __O exclusive_scan(__I, __I, __O, __T);
}
//@ fscanf sscanf scanf
extern "C" int fscanf(FILE *, const char *, ...); extern "C" int sscanf(const char *, const char *, ...); extern "C" int scanf(const char *, ...);
//@ fseek ftell rewind feof ferror fputs fgetc fputc getc stdin SEEK_SET SEEK_END SEEK_CUR EOF perror getenv remove
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define EOF (-1)
extern FILE *stdin; extern "C" int fseek(FILE *, long, int); extern "C" long ftell(FILE *); extern "C" void rewind(FILE *); extern "C" int feof(FILE *); extern "C" int ferror(FILE *); extern "C" int fputs(const char *, FILE *); extern "C" int fgetc(FILE *); extern "C" int fputc(int, FILE *); extern "C" int getc(FILE *); extern "C" void perror(const char *); extern "C" char *getenv(const char *); extern "C" int remove(const char *);
//@each
extern "C" long atol(const char *);
extern "C" long long atoll(const char *);
extern "C" long strtol(const char *, char **, int);
extern "C" unsigned long strtoul(const char *, char **, int);
extern "C" long long strtoll(const char *, char **, int);
extern "C" unsigned long long strtoull(const char *, char **, int);
extern "C" double strtod(const char *, char **);
extern "C" float strtof(const char *, char **);
extern "C" char *strcpy(char *, const char *);
extern "C" char *strncpy(char *, const char *, size_t);
extern "C" char *strcat(char *, const char *);
extern "C" char *strdup(const char *);
extern "C" char *strtok(char *, const char *);
extern "C" char *strstr(const char *, const char *);
extern "C" char *strchr(const char *, int);
extern "C" char *strrchr(const char *, int);
extern "C" int strncmp(const char *, const char *, size_t);
extern "C" int strcasecmp(const char *, const char *);
extern "C" void *realloc(void *, size_t);
extern "C" void *aligned_alloc(size_t, size_t);
extern "C" void *memalign(size_t, size_t);
extern "C" int posix_memalign(void **, size_t, size_t);
extern "C" double drand48();
extern "C" long lrand48();
extern "C" void srand48(long);
extern "C" long random();
extern "C" void srandom(unsigned);
extern "C" int rand_r(unsigned *);
extern "C" void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern "C" int isdigit(int);
extern "C" int isspace(int);
extern "C" int isalpha(int);
extern "C" int toupper(int);
extern "C" int tolower(int);
extern "C" unsigned sleep(unsigned);
extern "C" int usleep(unsigned);
//@end
//@for F=qsort,atol,atoll,strtol,strtoul,strtoll,strtod,strtof,strcpy,strncpy,strcat,strtok,strstr,strchr,strrchr,strncmp,realloc,aligned_alloc,isdigit,isspace,isalpha,toupper,tolower,getenv,remove,fscanf,sscanf,scanf,fseek,ftell,rewind,feof,perror
//@ {F0}
namespace std { using ::{F0}; }
//@end
//@ gettimeofday timeval
struct timeval { long tv_sec, tv_usec; };
extern "C" int gettimeofday(timeval *, void *);
//@ clock_gettime timespec CLOCK_MONOTONIC CLOCK_REALTIME
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
struct timespec { long tv_sec, tv_nsec; };
extern "C" int clock_gettime(int, timespec *);
//@ time_t
namespace std { using ::time_t; }
//@ CLOCKS_PER_SEC
#define CLOCKS_PER_SEC ((clock_t)1000000)
//@ getopt optarg optind getopt_long
struct option { const char *name; int has_arg; int *flag; int val; };
#define no_argument 0
#define required_argument 1
#define optional_argument 2
extern char *optarg; extern int optind, opterr, optopt;
extern "C" int getopt(int, char *const *, const char *); extern "C" int getopt_long(int, char *const *, const char *, const option *, int *);
//@ __syncthreads
__device__ void __syncthreads();
// The samples' own header: what fails ends the program.
//@ helper_functions helper_string
bool checkCmdLineFlag(const int, const char **, const char *);
int getCmdLineArgumentInt(const int, const char **, const char *);
//@ cudaProfilerStart cudaProfilerStop
cudaError_t cudaProfilerStart(); cudaError_t cudaProfilerStop();
//@ cudaStreamCreateWithFlags cudaStreamNonBlocking
#define cudaStreamNonBlocking 1
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned int);
//@ cudaHostAllocDefault cudaHostAllocPortable cudaHostAllocMapped cudaHostAllocWriteCombined
#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
//@ cudaFuncSetCacheConfig cudaDeviceSetCacheConfig cudaFuncCachePreferNone cudaFuncCachePreferShared cudaFuncCachePreferL1 cudaFuncCachePreferEqual
enum cudaFuncCache { cudaFuncCachePreferNone = 0, cudaFuncCachePreferShared = 1, cudaFuncCachePreferL1 = 2, cudaFuncCachePreferEqual = 3 };
template<class __F> cudaError_t cudaFuncSetCacheConfig(__F, cudaFuncCache); cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache);
//@ cudaDeviceSetSharedMemConfig cudaSharedMemBankSizeDefault cudaSharedMemBankSizeFourByte cudaSharedMemBankSizeEightByte
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault = 0, cudaSharedMemBankSizeFourByte = 1, cudaSharedMemBankSizeEightByte = 2 };
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig);
//@ cudaDeviceSetLimit cudaDeviceGetLimit cudaLimitStackSize cudaLimitPrintfFifoSize cudaLimitMallocHeapSize
enum cudaLimit { cudaLimitStackSize = 0, cudaLimitPrintfFifoSize = 1, cudaLimitMallocHeapSize = 2 };
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t); cudaError_t cudaDeviceGetLimit(size_t *, cudaLimit);
//@ cudaMemGetInfo
cudaError_t cudaMemGetInfo(size_t *, size_t *);
//@ cudaEventCreateWithFlags cudaEventDefault cudaEventBlockingSync cudaEventDisableTiming
#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *, unsigned int);
//@ cudaStreamWaitEvent
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int = 0);
//@ helper_cuda
#ifndef checkCudaErrors
#define checkCudaErrors(...) ((void)(__VA_ARGS__))
#endif
#ifndef getLastCudaError
#define getLastCudaError(...) ((void)cudaGetLastError())
#endif
int findCudaDevice(int, const char **);
//@ thrust
namespace thrust {
template<class __T> struct device_ptr {
  __T *__p;
  __T *get() const { return __p; }
};
template<class __T> __T *raw_pointer_cast(device_ptr<__T> __q) { return __q.__p; }
template<class __T> __T *raw_pointer_cast(__T *__q) { return __q; }
template<class __T> device_ptr<__T> device_pointer_cast(__T *__q) { return device_ptr<__T>{__q}; }
template<class __T> struct device_reference {
  __T *__p;
  device_ptr<__T> operator&() const { return device_ptr<__T>{__p}; }
  operator __T() const;
  device_reference &operator=(const __T &);
};
template<class __T> class device_vector {
  __T *__p;
  size_t __n;
 public:
  device_vector() : __p(nullptr), __n(0) {}
  explicit device_vector(size_t __count) : __n(__count) { cudaMalloc(&__p, __count * sizeof(__T)); }
  device_vector(size_t __count, const __T &) : __n(__count) { cudaMalloc(&__p, __count * sizeof(__T)); }
  device_vector(const device_vector &);
  template<template<class...> class __C, class... __U> device_vector(const __C<__U...> &);
  template<class __I> device_vector(__I *, __I *);
  ~device_vector();
  device_vector &operator=(const device_vector &);
  template<template<class...> class __C, class... __U> device_vector &operator=(const __C<__U...> &);
  size_t size() const { return __n; }
  device_ptr<__T> data() { return device_ptr<__T>{__p}; }
  device_ptr<const __T> data() const { return device_ptr<const __T>{__p}; }
  device_reference<__T> operator[](size_t __i) { return device_reference<__T>{__p + __i}; }
  device_ptr<__T> begin() { return device_ptr<__T>{__p}; }
  device_ptr<__T> end();
  void resize(size_t); void resize(size_t, const __T &); void push_back(const __T &); void clear(); void swap(device_vector &);
};
}
//@ thrust
namespace thrust {
struct null_type {};
template<class... __A> class tuple; template<> class tuple<> {};
template<class __H, class... __A> class tuple<__H, __A...> { __H __h; tuple<__A...> __r; public: __HD tuple(); template<class... __B> __HD tuple(__B &&...); };
template<size_t __I, class __H, class... __A> struct __alp_element : __alp_element<__I - 1, __A...> {}; template<class __H, class... __A> struct __alp_element<0, __H, __A...> { typedef __H type; };
template<size_t __I, class... __A> __HD typename __alp_element<__I, __A...>::type &get(tuple<__A...> &); template<size_t __I, class... __A> __HD const typename __alp_element<__I, __A...>::type &get(const tuple<__A...> &);
template<class... __A> __HD tuple<__A...> make_tuple(__A...);
}
// HIP, which has CUDA's functions under other names.
//@for F=Malloc,MallocManaged,MallocAsync,Free,FreeAsync,Memcpy,MemcpyAsync,Memset,MemsetAsync,MemcpyToSymbol,MemcpyFromSymbol,DeviceSynchronize,DeviceReset,GetLastError,PeekAtLastError,GetErrorString,GetErrorName,SetDevice,GetDevice,GetDeviceCount,StreamCreate,StreamDestroy,StreamSynchronize,EventCreate,EventDestroy,EventRecord,EventSynchronize,EventElapsedTime,LaunchKernel,LaunchCooperativeKernel,FuncSetAttribute,Success,MemcpyHostToDevice,MemcpyDeviceToHost,MemcpyDeviceToDevice,MemcpyDefault
//@ hip{F0}
#define hip{F0} cuda{F0}
//@end
//@ hipError_t
#define hipError_t cudaError_t
//@ hipStream_t
#define hipStream_t cudaStream_t
//@ hipEvent_t
#define hipEvent_t cudaEvent_t
//@ hipHostMalloc
#define hipHostMalloc cudaHostAlloc
//@ hipHostFree
#define hipHostFree cudaFreeHost
//@ hipLaunchKernelGGL
#define hipLaunchKernelGGL(k, g, b, s, t, ...) k<<<g, b, s, t>>>(__VA_ARGS__)

// PyTorch: a tensor shares its memory with its copies, and gives it back with the last one.
//@ torch ATen
namespace c10 { struct Half { unsigned short x; }; struct BFloat16 { unsigned short x; }; enum class ScalarType : signed char { Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, QInt8, QUInt8, QInt32, BFloat16 }; struct __alp_failure {}; }
extern "C" void __alp_fail() __attribute__((noreturn));
extern "C" void *__alp_memory(const void *);
#define TORCH_CHECK(c, ...) if (!(c)) { __alp_fail(); }
#define TORCH_INTERNAL_ASSERT(c, ...) if (!(c)) { __alp_fail(); }
#define AT_ASSERTM(c, ...) if (!(c)) { __alp_fail(); }
#define AT_ASSERT(c, ...) if (!(c)) { __alp_fail(); }
#define AT_ERROR(...) __alp_fail()
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)cudaGetLastError())
#define C10_CUDA_CHECK(...) ((void)(__VA_ARGS__))
#define AT_CUDA_CHECK(...) ((void)(__VA_ARGS__))
#define C10_NODISCARD
#define C10_HOST_DEVICE __host__ __device__
namespace at {
using c10::ScalarType; using c10::Half; using c10::BFloat16;
static const ScalarType kFloat = ScalarType::Float, kDouble = ScalarType::Double, kInt = ScalarType::Int, kLong = ScalarType::Long, kHalf = ScalarType::Half, kBool = ScalarType::Bool, kByte = ScalarType::Byte, kBFloat16 = ScalarType::BFloat16;
enum DeviceType { kCPU, kCUDA };
struct Device { DeviceType __t; int __i; bool is_cuda() const { return __t == kCUDA; } DeviceType type() const { return __t; } int index() const { return __i; } };
struct TensorOptions { int __k; TensorOptions() {} TensorOptions(ScalarType) {} TensorOptions dtype(ScalarType) const { return TensorOptions(); } TensorOptions device(DeviceType, int = 0) const { return TensorOptions(); } TensorOptions device(Device) const { return TensorOptions(); } TensorOptions requires_grad(bool) const { return TensorOptions(); } };
struct IntArrayRef { const long *__p; size_t __n; template<class... __A> IntArrayRef(__A...); long operator[](size_t) const { return clock(); } size_t size() const { return clock(); } const long *begin() const; const long *end() const; };
struct Tensor {
  void *data; long sizes_[6]; long elements; long dimensions;
  long size(long __d) const { return sizes_[__d]; }
  long numel() const { return elements; }
  long dim() const { return dimensions; } long ndimension() const { return dimensions; }
  template<class __T> __T *data_ptr() const { return (__T *)data; } void *data_ptr() const { return data; }
  template<class __T> __T *mutable_data_ptr() const { return (__T *)data; } template<class __T> const __T *const_data_ptr() const { return (const __T *)data; }
  // It is itself, or a copy.
  Tensor contiguous() const { Tensor __t = *this; __t.data = __alp_memory(data); return __t; }
  IntArrayRef sizes() const; IntArrayRef strides() const; long stride(long) const { return clock(); } long element_size() const { return clock(); }
  bool is_cuda() const { return clock() != 0; } bool is_contiguous() const { return clock() != 0; } bool defined() const { return clock() != 0; } Device device() const { return Device{kCUDA, (int)clock()}; } ScalarType scalar_type() const { return (ScalarType)clock(); } ScalarType dtype() const { return (ScalarType)clock(); } TensorOptions options() const { return TensorOptions(); } int get_device() const { return (int)clock(); }
  template<class __T> __T item() const;
  template<class... __A> Tensor view(__A...) const; template<class... __A> Tensor reshape(__A...) const; template<class... __A> Tensor to(__A...) const; Tensor clone() const; Tensor &zero_(); template<class __T> Tensor &fill_(__T); Tensor detach() const; Tensor cuda() const; Tensor cpu() const; Tensor t() const; Tensor transpose(long, long) const; Tensor unsqueeze(long) const; Tensor squeeze() const; template<class... __A> Tensor sum(__A...) const; template<class... __A> Tensor expand(__A...) const; template<class... __A> Tensor permute(__A...) const;
  ~Tensor();
};
inline Tensor empty_like(const Tensor &__o) { Tensor __t = __o; cudaMalloc(&__t.data, __o.numel() * __o.element_size()); return __t; }
inline Tensor zeros_like(const Tensor &__o) { return empty_like(__o); } inline Tensor ones_like(const Tensor &__o) { return empty_like(__o); }
template<class... __A> Tensor empty(std::initializer_list<long>, __A...); template<class... __A> Tensor zeros(std::initializer_list<long>, __A...); template<class... __A> Tensor ones(std::initializer_list<long>, __A...); template<class... __A> Tensor full(std::initializer_list<long>, __A...);
template<class... __A> Tensor empty(IntArrayRef, __A...); template<class... __A> Tensor zeros(IntArrayRef, __A...);
namespace cuda { struct CUDAStream { cudaStream_t __s; operator cudaStream_t() const { return __s; } cudaStream_t stream() const { return __s; } }; inline CUDAStream getCurrentCUDAStream(int = -1) { return CUDAStream(); } struct CUDAGuard { int __i; template<class __T> explicit CUDAGuard(__T) {} }; struct OptionalCUDAGuard { int __i; template<class __T> explicit OptionalCUDAGuard(__T) {} }; }
inline Device device_of(const Tensor &__t) { return __t.device(); }
}
namespace c10 { namespace cuda { using at::cuda::CUDAStream; using at::cuda::getCurrentCUDAStream; using at::cuda::CUDAGuard; } using at::Tensor; using at::Device; using at::TensorOptions; }
namespace torch { using at::Tensor; using at::TensorOptions; using at::Device; using at::empty_like; using at::zeros_like; using at::ones_like; using at::empty; using at::zeros; using at::ones; using at::full; using namespace at; using at::kFloat; using at::kCUDA; static const at::ScalarType kFloat32 = at::ScalarType::Float, kFloat64 = at::ScalarType::Double, kInt32 = at::ScalarType::Int, kInt64 = at::ScalarType::Long, kFloat16 = at::ScalarType::Half; }
struct __alp_module { template<class... __A> __alp_module &def(__A...); };
#define PYBIND11_MODULE(n, m) static void __alp_module_##n(__alp_module &m)
#define TORCH_EXTENSION_NAME extension
//@ AT_DISPATCH_FLOATING_TYPES AT_DISPATCH_FLOATING_TYPES_AND_HALF AT_DISPATCH_ALL_TYPES
#define AT_DISPATCH_FLOATING_TYPES(t, n, ...) { { typedef double scalar_t; (__VA_ARGS__)(); } { typedef float scalar_t; (__VA_ARGS__)(); } }
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(t, n, ...) { { typedef double scalar_t; (__VA_ARGS__)(); } { typedef float scalar_t; (__VA_ARGS__)(); } { typedef c10::Half scalar_t; (__VA_ARGS__)(); } }
#define AT_DISPATCH_ALL_TYPES(t, n, ...) { { typedef double scalar_t; (__VA_ARGS__)(); } { typedef float scalar_t; (__VA_ARGS__)(); } { typedef int scalar_t; (__VA_ARGS__)(); } { typedef long scalar_t; (__VA_ARGS__)(); } }

// RMM.
//@ rmm
namespace rmm {
struct cuda_stream_view { cudaStream_t __s; cuda_stream_view(cudaStream_t = 0); operator cudaStream_t() const { return __s; } cudaStream_t value() const { return __s; } void synchronize() const; };
static const cuda_stream_view cuda_stream_default;
template<class __T> class device_uvector {
  __T *__p; size_t __n;
 public:
  device_uvector(size_t __k, cuda_stream_view) : __n(__k) { cudaMalloc(&__p, __k * sizeof(__T)); }
  device_uvector(const device_uvector &) = delete; device_uvector(device_uvector &&);
  ~device_uvector();
  __T *data() { return __p; } const __T *data() const { return __p; } size_t size() const { return __n; } bool is_empty() const { return __n == 0; }
  __T *begin() { return __p; } __T *end(); const __T *begin() const { return __p; } const __T *end() const; void resize(size_t, cuda_stream_view);
};
class device_buffer {
  void *__p; size_t __n;
 public:
  device_buffer(size_t __k, cuda_stream_view) : __n(__k) { cudaMalloc(&__p, __k); }
  device_buffer(const device_buffer &) = delete; device_buffer(device_buffer &&);
  ~device_buffer();
  void *data() { return __p; } const void *data() const { return __p; } size_t size() const { return __n; } void resize(size_t, cuda_stream_view);
};
}
