#define INC(x) ++x
