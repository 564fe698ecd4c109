//! Functions and methods of libraries whose result is memory of its own, and those whose result is no memory.

/// Whether a function of PyTorch's library makes a new tensor.
pub(super) fn makes(name: &str) -> bool {
    matches!(
        name,
        "empty" | "zeros" | "ones" | "full" | "rand" | "randn" | "arange" | "randint" | "eye"
    ) || matches!(
        name,
        "empty_strided" | "linspace" | "tensor" | "cat" | "stack" | "clone" | "rand_like"
    ) || computes(name)
}

/// Whether a method makes a new tensor.
pub(super) fn copies(name: &str) -> bool {
    name.starts_with("new_") || name == "clone" || name == "repeat" || computes(name)
}

/// Whether a function or method of a tensor computes a new one.
fn computes(name: &str) -> bool {
    matches!(
        name,
        "add" | "sub" | "mul" | "div" | "matmul" | "mm" | "bmm" | "sum" | "mean" | "max" | "min"
    ) || matches!(
        name,
        "abs" | "exp" | "log" | "sqrt" | "rsqrt" | "pow" | "relu" | "sigmoid" | "tanh" | "neg"
    ) || matches!(
        name,
        "softmax" | "log_softmax" | "var" | "std" | "norm" | "argmax" | "argmin" | "cumsum"
    ) || matches!(
        name,
        "var_mean" | "std_mean" | "sort" | "topk" | "eq" | "gt" | "lt"
    )
}

/// Whether a method gives the address that an object stands for.
pub(super) fn accesses(name: &str) -> bool {
    matches!(
        name,
        "data_ptr" | "mutable_data_ptr" | "const_data_ptr" | "data" | "get" | "begin"
    )
}

/// Whether a method or function gives no memory but a number, a type, or what else is no pointer.
pub(super) fn asks(name: &str) -> bool {
    super::super::declared::asks(name)
        || matches!(
            name,
            "options" | "dtype" | "device" | "scalar_type" | "sizes" | "strides" | "type"
        )
        || matches!(
            name,
            "is_contiguous" | "is_cuda" | "get_device" | "item" | "empty" | "capacity" | "sizeof"
        )
}
