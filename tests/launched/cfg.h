#define CFG 1, 64
