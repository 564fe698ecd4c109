//! Functions of C and of CUDA's run time, by name. Those that keep an address are not among them.

/// What a function does, as far as host code is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// It puts new memory for the device, of so many bytes, where its first argument points.
    Allocate {
        /// The position of the size.
        bytes: usize,
    },
    /// It gives memory back.
    Release,
    /// It gives all memory back.
    Reset,
    /// It starts a kernel.
    Launch,
    /// It returns new memory of the host.
    HostMemory,
    /// It returns an integer from outside.
    Read,
    /// It may write where its arguments point, and keeps no address.
    Plain,
    /// It reads from outside and puts that where its arguments point.
    Scan,
    /// It may write where its arguments point later, when something waits for it.
    Later,
    /// The smaller one of two.
    Min,
    /// The larger one of two.
    Max,
    /// It does not return.
    Exit,
}

const PLAIN: &[&str] = &[
    "assert",
    "atof",
    "clock",
    "cudaDeviceGetAttribute",
    "cudaDeviceSynchronize",
    "cudaEventCreate",
    "cudaEventDestroy",
    "cudaEventElapsedTime",
    "cudaEventRecord",
    "cudaEventSynchronize",
    "cudaFuncGetAttributes",
    "cudaFuncSetAttribute",
    "cudaFuncSetCacheConfig",
    "cudaGetDevice",
    "cudaGetDeviceCount",
    "cudaGetDeviceProperties",
    "cudaGetErrorName",
    "cudaGetErrorString",
    "cudaGetLastError",
    "cudaMemcpy",
    "cudaMemcpyFromSymbol",
    "cudaMemcpyToSymbol",
    "cudaMemset",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
    "cudaOccupancyMaxPotentialBlockSize",
    "cudaPeekAtLastError",
    "cudaSetDevice",
    "cudaStreamCreate",
    "cudaStreamDestroy",
    "cudaStreamSynchronize",
    "cudaThreadSynchronize",
    "fclose",
    "fflush",
    "fprintf",
    "fread",
    "free",
    "fwrite",
    "memcmp",
    "memset",
    "printf",
    "putchar",
    "puts",
    "operator<<",
    "endl",
    "findCudaDevice",
    "drand48",
    "fgetc",
    "fgets",
    "fopen",
    "fputc",
    "fputs",
    "fseek",
    "ftell",
    "feof",
    "ferror",
    "getc",
    "getenv",
    "gettimeofday",
    "clock_gettime",
    "isalpha",
    "isdigit",
    "isspace",
    "memcpy",
    "memmove",
    "perror",
    "rewind",
    "sleep",
    "srand48",
    "srandom",
    "strcasecmp",
    "strtod",
    "strtof",
    "time",
    "tolower",
    "toupper",
    "usleep",
    "flush",
    "setw",
    "setfill",
    "setprecision",
    "checkCmdLineFlag",
    "cudaProfilerStart",
    "cudaProfilerStop",
    "cudaStreamCreateWithFlags",
    "cudaStreamWaitEvent",
    "cudaDeviceGetLimit",
    "cudaDeviceSetCacheConfig",
    "cudaDeviceSetLimit",
    "cudaDeviceSetSharedMemConfig",
    "cudaEventCreateWithFlags",
    "cudaMemGetInfo",
    "snprintf",
    "sprintf",
    "srand",
    "strcmp",
    "strlen",
    "strncmp",
    "__alp_assert",
];

/// Functions of C that compute a number from numbers; those of `float` have an `f` behind their names.
const OF_NUMBERS: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "log",
    "log2", "log10", "log1p", "sqrt", "cbrt", "ceil", "floor", "trunc", "round", "rint", "fabs",
    "abs", "labs", "llabs", "erf", "erfc", "tgamma", "lgamma", "pow", "fmod", "atan2", "hypot",
    "fmax", "fmin", "fma", "isnan", "isinf", "isfinite",
];

fn of_numbers(name: &str) -> bool {
    let float = name.strip_suffix('f');
    OF_NUMBERS
        .iter()
        .any(|one| *one == name || float == Some(*one))
}

/// Functions that give all memory back, by the beginnings of their names.
pub(crate) const RESETS: &[&str] = &[
    "cudaDeviceReset",
    "cudaThreadExit",
    "cuCtxDestroy",
    "cuDevicePrimaryCtxRelease",
    "cuDevicePrimaryCtxReset",
    "hipDeviceReset",
];

/// Whether a function of this name gives all memory back.
pub(crate) fn resets(name: &str) -> bool {
    RESETS.iter().any(|start| name.starts_with(start))
}

/// What a function of this name does; the caller knows that it is the one of the library.
pub(crate) fn of(name: &str) -> Option<Known> {
    Some(match name {
        "cudaMalloc" | "cudaMallocManaged" | "cudaMallocAsync" | "cudaMallocHost"
        | "cudaHostAlloc" => Known::Allocate { bytes: 1 },
        "cudaFree" | "cudaFreeHost" | "cudaFreeAsync" => Known::Release,
        _ if resets(name) => Known::Reset,
        "cudaLaunchKernel" | "cudaLaunchCooperativeKernel" => Known::Launch,
        "malloc" | "calloc" | "aligned_alloc" | "memalign" => Known::HostMemory,
        "atoi"
        | "atol"
        | "atoll"
        | "strtol"
        | "strtoul"
        | "strtoll"
        | "strtoull"
        | "rand"
        | "random"
        | "lrand48"
        | "getCmdLineArgumentInt" => Known::Read,
        "cudaMemcpyAsync" | "cudaMemsetAsync" => Known::Later,
        "scanf" | "fscanf" | "sscanf" | "operator>>" => Known::Scan,
        "min" => Known::Min,
        "max" => Known::Max,
        "exit" | "abort" | "_Exit" | "quick_exit" => Known::Exit,
        _ if PLAIN.contains(&name) || of_numbers(name) => Known::Plain,
        _ => return None,
    })
}
