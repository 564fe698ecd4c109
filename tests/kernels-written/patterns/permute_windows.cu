// Windows of an image: [b][y][i][x][j][c] becomes [b][y][x][i][j][c], six digits of which two change places.
__global__ void windows(float *out, const float *in, int B, int Y, int X, int S, int C) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int total = B * Y * S * X * S * C;
    if (at < total) {
        int c = at % C;
        int rest = at / C;
        int j = rest % S;
        rest /= S;
        int x = rest % X;
        rest /= X;
        int i = rest % S;
        rest /= S;
        int y = rest % Y;
        int b = rest / Y;
        out[((((b * Y + y) * X + x) * S + i) * S + j) * C + c] = in[at];
    }
}

// `x` and `i` keep the radices that they had in the other order.
__global__ void windows_wrong(float *out, const float *in, int B, int Y, int X, int S, int C) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int total = B * Y * S * X * S * C;
    if (at < total) {
        int c = at % C;
        int rest = at / C;
        int j = rest % S;
        rest /= S;
        int x = rest % X;
        rest /= X;
        int i = rest % S;
        rest /= S;
        int y = rest % Y;
        int b = rest / Y;
        out[((((b * Y + y) * S + x) * X + i) * S + j) * C + c] = in[at];
    }
}
