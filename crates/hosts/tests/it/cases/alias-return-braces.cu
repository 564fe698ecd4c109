// races FILE: exit 0. return {x,x} constructs R with p = q.
__global__ void k(int*a,int*b){ int t=threadIdx.x; a[t]=b[t+1]; }
struct R{ int*p,*q; R(int*x,int*y):p(x),q(y){} void go(){ k<<<1,64>>>(p,q); } };
R make(int*x){ return {x,x}; }
int main(){ int*d; cudaMalloc(&d,400); make(d).go(); }
//= 3 main via 5: k<<<1, 64>>>(a = [400]@5, b = [400]@5)
//= 3 perhaps elsewhere: k<<<1, 64>>>(a = ?, b = ?)
