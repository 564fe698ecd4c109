// A name inside means another variable; a reference, a pointer or a function changes what a loop counts.
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int g = 0;
void more() { g += 200; }
int main(int argc, char **argv) {
  float *a;
  cudaMalloc(&a, 400);
  for (int n = 98; n < 100; n++) {
    { int n = 200; k<<<1, 1>>>(a, n); }
  }
  for (int n = 98; n < 100; n++) {
    int &r = n;
    r += 1;
    k<<<2, 1>>>(a, n + 1);
  }
  g = 0;
  for (; g < 100; g++) {
    k<<<3, 1>>>(a, g);
    more();
    k<<<4, 1>>>(a, g);
  }
  try {
    for (int n = 98; n < 100; n++) {
      if (argc == n) throw 1;
      g = n;
    }
  } catch (...) {
  }
  k<<<5, 1>>>(a, g);
  int m = 100;
  auto add = [&] { m += 1; };
  for (int n = 0; n < 2; n++) add();
  k<<<6, 1>>>(a, m);
  int t = 100;
  try {
    for (int n = 0; n < 2; n++) {
      t = 300;
      throw 1;
    }
  } catch (...) {
  }
  k<<<8, 1>>>(a, t);
  for (int n = 0; n < 2; n++) {
    static int kept = 100;
    k<<<9, 1>>>(a, kept);
    kept = 300;
  }
  int s[2] = {100, 100};
  int *ps = &s[argc - 1];
  int &rs = s[argc - 1];
  *ps = 300;
  k<<<10, 1>>>(a, s[0]);
  s[0] = s[1] = 100;
  rs = 300;
  k<<<11, 1>>>(a, s[0]);
#define TWICE(x) (x), (x)
  for (int n = 99; n < 101; TWICE(n++)) k<<<7, 1>>>(a, n);
}
//@ length(a) >= n
//= 9 main: k<<<1, 1>>>(a = [400]@7, n = 200) | violates: 100 >= 200
//= 14 main: k<<<2, 1>>>(a = [400]@7, n = 100) | meets
//= 18 main: k<<<3, 1>>>(a = [400]@7, n = ?) | meets
//= 20 main: k<<<4, 1>>>(a = [400]@7, n = ? + 200) | unchecked: it is changed in a loop
//= 29 main: k<<<5, 1>>>(a = [400]@7, n = ?) | unchecked: an exception may be caught here
//= 33 main: k<<<6, 1>>>(a = [400]@7, n = ?) | unchecked: it depends on `operator()`, which is not followed
//= 42 main: k<<<8, 1>>>(a = [400]@7, n = ?) | unchecked: an exception may be caught here
//= 45 main: k<<<9, 1>>>(a = [400]@7, n = kept) | if 100 >= kept
//= 45 main: k<<<9, 1>>>(a = [400]@7, n = 300) | violates: 100 >= 300
//= 52 main: k<<<10, 1>>>(a = [400]@7, n = ?) | unchecked: its value is not followed
//= 55 main: k<<<11, 1>>>(a = [400]@7, n = ?) | unchecked: its value is not followed
//= 57 main: k<<<7, 1>>>(a = [400]@7, n = 99) | meets
