// Libraries as far as host code names them, in the tree of host code alone. Paragraphs as in cuda.h. A function without a
// body may do anything with what it gets; one with a body means what it says.

//@ initializer_list vector string
namespace std { template<class __E> class initializer_list { const __E *__first; size_t __count; public: constexpr initializer_list() : __first(nullptr), __count(0) {} constexpr size_t size() const { return __count; } constexpr const __E *begin() const { return __first; } constexpr const __E *end() const { return __first + __count; } }; }
//@ vector
namespace std {
template<class __T> class vector {
 public:
  typedef __T value_type;
  typedef __T *iterator;
  vector(); explicit vector(size_t); vector(size_t, const __T &); vector(initializer_list<__T>); vector(const vector &);
  template<class __I> vector(__I *, __I *);
  ~vector();
  vector &operator=(const vector &);
  __T *data(); const __T *data() const; size_t size() const; bool empty() const;
  __T &operator[](size_t); const __T &operator[](size_t) const; __T &at(size_t); __T &front(); __T &back();
  __T *begin(); __T *end(); const __T *begin() const; const __T *end() const;
  void resize(size_t); void resize(size_t, const __T &); void reserve(size_t); void push_back(const __T &); void clear(); void assign(size_t, const __T &); void pop_back(); void swap(vector &);
};
}
//@ string
namespace std {
class string {
 public:
  string(); string(const char *); string(const string &);
  ~string();
  string &operator=(const string &); string &operator+=(const string &);
  const char *c_str() const; size_t size() const; size_t length() const; bool empty() const;
};
string operator+(const string &, const string &); bool operator==(const string &, const string &); bool operator!=(const string &, const string &);
int stoi(const string &); long stol(const string &);
}
//@ cout cerr cin endl iostream
namespace std {
struct ostream { bool __state; };
struct istream { bool __state; };
extern ostream cout, cerr; extern istream cin;
ostream &endl(ostream &);
template<class __T> ostream &operator<<(ostream &, const __T &);
ostream &operator<<(ostream &, ostream &(*)(ostream &));
template<class __T> istream &operator>>(istream &, __T &);
}
// The samples' own header: what fails ends the program.
//@ helper_functions helper_string
bool checkCmdLineFlag(const int, const char **, const char *);
int getCmdLineArgumentInt(const int, const char **, const char *);
//@ cudaProfilerStart cudaProfilerStop
cudaError_t cudaProfilerStart(); cudaError_t cudaProfilerStop();
//@ cudaStreamCreateWithFlags cudaStreamNonBlocking
#define cudaStreamNonBlocking 1
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned int);
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
