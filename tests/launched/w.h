int &min(int &x, int &y);  struct int4 {int x;}; int4 make_int4(int, int, int, int); 
