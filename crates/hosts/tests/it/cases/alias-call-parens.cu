// races FILE (no sizes): exit 0, 'point to different memory' is listed, but in the file's only launch both are one pointer d
__global__ void k(int*a,int*b){ int t=threadIdx.x; a[t]=b[t+1]; }
void run(int*p,int*q){ k<<<1,64>>>(p,q); }
int main(){ int*d; cudaMalloc(&d,400); (run)(d,d); }
//= 3 main via 4: k<<<1, 64>>>(a = [400]@4, b = [400]@4)
//= 3 elsewhere: k<<<1, 64>>>(a = p, b = q)
