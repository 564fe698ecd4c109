// races FILE: exit 0; line 4 hands k, dim3(2) to a launcher object of another file; 'in no other way than line 3'
__global__ void k(int*a){ if(threadIdx.x==0) a[0]=1; }
void vis(int*d){ k<<<1,64>>>(d); }
void f(int*d){ launcher.enqueue(k,dim3(2),dim3(64),d); }
//= 3 elsewhere: k<<<1, 64>>>(a = d)
//= 4 unread k: clang does not understand this: use of undeclared identifier 'launcher'
