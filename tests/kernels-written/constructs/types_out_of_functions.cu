// Types that come out of the functions that declare them: a name in a function may mean another type than there.
auto __device__ narrow(int *a) {
  struct Part {
    int at[1];
  };
  return (Part *)a;
}

// Wrong: threads are one element apart, not four.
__global__ void out_of_a_function_wrong(int *a) {
  struct Part {
    int at[4];
  };
  Part own;
  own.at[0] = 1;
  auto p = narrow(a);
  int *q = (int *)(p + threadIdx.x);
  q[0] = own.at[0];
  q[1] = 2;
}

// Wrong: the member takes the type of the function around its class.
__global__ void of_an_outer_one_wrong(int *a) {
  struct Part {
    int at[1];
  };
  struct Other {
    static __device__ void write(Part *p) {
      struct Part {
        int at[4];
      };
      Part own;
      own.at[0] = 1;
      p += threadIdx.x;
      int *q = (int *)p;
      q[0] = own.at[0];
      q[1] = 2;
    }
  };
  Other::write((Part *)a);
}

const int N = 64;
template <int M> struct Row {
  int at[M];
};
template <int N, class T = Row<N>> struct Held {
  T row;
};

// Wrong: what is held has eight elements.
__global__ void of_a_parameter_wrong(Held<8> *p) {
  int *q = (int *)(p + threadIdx.x);
  q[0] = 1;
  q[8] = 2;
}
__global__ void of_another(Held<8, Row<64>> *p) { p[blockIdx.x * blockDim.x + threadIdx.x].row.at[0] = N; }
