class Result:
    """What is said of a launch: `ok`, or the first clause that does not hold, with the values in it."""

    def __init__(self, kernel, clause=None, values=None, not_tested=()):
        self.kernel = kernel
        self.ok = clause is None
        self.clause = clause
        self.values = values or {}
        self.not_tested = list(not_tested)

    def __bool__(self):
        return self.ok

    def __repr__(self):
        if self.ok:
            return f"Result(kernel={self.kernel!r}, ok=True, not_tested={self.not_tested!r})"
        return f"Result(kernel={self.kernel!r}, ok=False, clause={self.clause!r}, values={self.values!r})"


class _Unknown(Exception):
    """A value that is not to be had from what is passed."""


def _three(sizes):
    if isinstance(sizes, int):
        sizes = (sizes,)
    sizes = [int(size) for size in sizes]
    if not 1 <= len(sizes) <= 3:
        raise ValueError("a grid and a block have one to three sizes")
    return sizes + [1] * (3 - len(sizes))


def _address(value):
    if isinstance(value, int):
        return value
    if value is None:
        return 0
    if callable(getattr(value, "data_ptr", None)):
        return value.data_ptr()
    for name in ("__cuda_array_interface__", "__array_interface__"):
        interface = getattr(value, name, None)
        if interface is not None:
            return interface["data"][0]
    raise _Unknown


def _bytes(value):
    if value is None:
        return 0
    if isinstance(getattr(value, "nbytes", None), int):
        return value.nbytes
    if callable(getattr(value, "element_size", None)):
        return value.numel() * value.element_size()
    raise _Unknown


class _Launch:
    """The values of one launch."""

    def __init__(self, grid, block, args, shared_bytes):
        self.args = args
        self.seen = {}
        self.sizes = {"sharedBytes": shared_bytes, "warpSize": 32}
        for name, sizes in (("gridDim", grid), ("blockDim", block)):
            for axis, size in zip("xyz", _three(sizes)):
                self.sizes[f"{name}.{axis}"] = size

    def __call__(self, name):
        if name in self.sizes:
            value = self.sizes[name]
        elif name.startswith("length("):
            name, value = name, self._length(name[len("length(") : -1])
        else:
            value = int(self._argument(name))
        self.seen[name] = value
        return value

    def _argument(self, name):
        value = self.args
        for part in name.split("."):
            if isinstance(value, dict):
                if part not in value:
                    raise ValueError(f"the argument `{name}` is needed")
                value = value[part]
            elif hasattr(value, part):
                value = getattr(value, part)
            else:
                raise _Unknown
        return value

    def _length(self, name):
        value = self._argument(name)
        if value is None:
            return 0
        # Of a view with gaps, or with several dimensions, elements are counted in memory.
        if isinstance(getattr(value, "size", None), int):
            return value.size
        if callable(getattr(value, "numel", None)):
            return value.numel()
        if hasattr(value, "__len__"):
            return len(value)
        raise _Unknown

    def disjoint(self, a, b):
        a, b = self._argument(a), self._argument(b)
        (at, size), (other, others) = ((_address(one), _bytes(one)) for one in (a, b))
        return size <= 0 or others <= 0 or at + size <= other or other + others <= at

    def identical(self, a, b):
        return a == b or _address(self._argument(a)) == _address(self._argument(b))

    def aligned(self, name, size):
        return _address(self._argument(name)) % size == 0

    def nonnull(self, name):
        return _address(self._argument(name)) != 0

    def contents(self):
        # What lies in memory of the device is not looked at.
        raise _Unknown


def _holds(compare):
    try:
        return compare()
    except ZeroDivisionError:
        return False


def _power_of_two(value):
    return value > 0 and value & (value - 1) == 0


def check(grid, block, args, shared_bytes=0, kernel=None):
    """Holds a launch against a kernel's contract: `args` has the arguments by name, integers and arrays."""
    if kernel is None:
        if len(CONTRACTS) != 1:
            raise ValueError("there are several kernels: say which, kernel=NAME")
        kernel = next(iter(CONTRACTS))
    if kernel not in CONTRACTS:
        raise ValueError(f"there is no contract of a kernel `{kernel}`")
    integers, clauses, not_tested = CONTRACTS[kernel]
    not_tested = list(not_tested)
    for name, least, most in integers:
        if name in args and not least <= int(args[name]) <= most:
            return Result(kernel, f"{name} fits its type", {name: int(args[name])})
    for text, holds in clauses:
        launch = _Launch(grid, block, args, shared_bytes)
        try:
            if not holds(launch):
                return Result(kernel, text, launch.seen)
        except _Unknown:
            not_tested.append(text)
    return Result(kernel, not_tested=not_tested)
