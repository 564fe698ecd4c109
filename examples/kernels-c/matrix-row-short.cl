// wrong K301: rows of nine elements are filled with ten
// options: --block 16 --grid 4

__kernel void zero(__global int *m) {
  int row = get_global_id(0);
  for (int col = 0; col < 10; col++)
    m[row * 9 + col] = 0;
}
