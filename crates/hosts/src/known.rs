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
    "operator>>",
    "endl",
    "findCudaDevice",
    "checkCmdLineFlag",
    "cudaProfilerStart",
    "cudaProfilerStop",
    "cudaStreamCreateWithFlags",
    "snprintf",
    "sprintf",
    "srand",
    "strcmp",
    "strlen",
    "strncmp",
    "__alp_assert",
];

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
        "malloc" | "calloc" => Known::HostMemory,
        "atoi" | "atol" | "atoll" | "strtol" | "strtoul" | "rand" | "getCmdLineArgumentInt" => {
            Known::Read
        }
        "cudaMemcpyAsync" | "cudaMemsetAsync" => Known::Later,
        "min" => Known::Min,
        "max" => Known::Max,
        "exit" | "abort" | "_Exit" | "quick_exit" => Known::Exit,
        _ if PLAIN.contains(&name) => Known::Plain,
        _ => return None,
    })
}
