#include <algorithm>
#include <chrono>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int global = 100;
bool less(int a, int b) {
  global = 7;
  return a < b;
}
int main(int argc, char **argv) {
  auto begin = std::chrono::steady_clock::now();
  std::vector<int> v(100);
  float *a;
  cudaMalloc(&a, 400);
  std::iota(v.begin(), v.end(), 0);
  std::mt19937 engine(42);
  std::uniform_real_distribution<float> number(0, 1);
  for (int &x : v) x = number(engine) * 100;
  std::ifstream file(argv[1]);
  std::string line;
  std::map<std::string, int> counts;
  while (std::getline(file, line)) counts[line]++;
  std::ostringstream out;
  out << std::setw(4) << std::setprecision(2) << std::fixed << line << std::endl;
  if (!file) throw std::runtime_error("no file");
  k<<<1, 32>>>(a, global);
  k<<<1, 32>>>(a, v.size());
  auto end = std::chrono::steady_clock::now();
  std::chrono::duration<double, std::milli> time = end - begin;
  std::cout << time.count() << " " << std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count() << "\n";
  k<<<1, 32>>>(a, global);
  // What is passed runs code of the program.
  std::sort(v.begin(), v.end(), less);
  k<<<1, 32>>>(a, global);
  int n = 100;
  std::for_each(v.begin(), v.end(), [&](int x) { n += x; });
  k<<<1, 32>>>(a, n);
}
//@ length(a) >= n
//= 38 main: k<<<1, 32>>>(a = [400]@26, n = global) | if 100 >= global
//= 39 main: k<<<1, 32>>>(a = [400]@26, n = 100) | meets
//= 43 main: k<<<1, 32>>>(a = [400]@26, n = global) | if 100 >= global
//= 46 main: k<<<1, 32>>>(a = [400]@26, n = ?) | unchecked: it depends on `__alp_run`, which is not followed
//= 49 main: k<<<1, 32>>>(a = [400]@26, n = ?) | unchecked: it depends on `__alp_run`, which is not followed
