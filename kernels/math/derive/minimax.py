"""Minimax polynomials by Remez's exchange, in the precision of mpmath, and how they are written down."""
import struct

from mpmath import lu_solve, matrix, mp, mpf


def value(coefficients, x):
    total = mpf(0)
    for c in reversed(coefficients):
        total = total * x + c
    return total


def minimax(f, weight, low, high, degree, rounds=12):
    """Coefficients, lowest first, for which the greatest |weight(x) (p(x) - f(x))| on [low, high] is least."""
    low, high = mpf(low), mpf(high)
    n = degree + 2
    grid_points = 24 * n
    # Denser at the ends, as the extrema are.
    grid = [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * i / grid_points) for i in range(grid_points + 1)]
    at = [(f(x), weight(x)) for x in grid]
    chosen = [round(grid_points * i / (n - 1)) for i in range(n)]
    coefficients = []
    for _ in range(rounds):
        rows, right = matrix(n, n), matrix(n, 1)
        for i, g in enumerate(chosen):
            power = mpf(1)
            for k in range(degree + 1):
                rows[i, k] = power
                power *= grid[g]
            rows[i, degree + 1] = (-1) ** i / at[g][1]
            right[i] = at[g][0]
        solved = lu_solve(rows, right)
        coefficients = [solved[k] for k in range(degree + 1)]
        errors = [w * (value(coefficients, x) - y) for x, (y, w) in zip(grid, at)]
        # The greatest error of each stretch of one sign; of more than n stretches, the n that are side by side.
        peaks = [0]
        for g in range(1, len(grid)):
            if (errors[g] > 0) != (errors[peaks[-1]] > 0):
                peaks.append(g)
            elif abs(errors[g]) > abs(errors[peaks[-1]]):
                peaks[-1] = g
        while len(peaks) > n:
            peaks.pop(0 if abs(errors[peaks[0]]) < abs(errors[peaks[-1]]) else -1)
        if len(peaks) < n or peaks == chosen:
            break
        chosen = peaks
    return coefficients


def of_root(f):
    """A function of z = x^2."""
    return lambda z: f(mp.sqrt(z))


def emit(kind, rounded_to, text, per_line, name, what, f, weight, low, high, degree):
    """Prints the C++ array of the polynomial for f with its error. weight(x): what an error of the polynomial is
    multiplied by to be the function's relative error; rounded_to(c): c as `kind` can hold it; text(c): that in C++."""
    low, high = mpf(low), mpf(high)
    rounded = [rounded_to(c) for c in minimax(f, lambda x: abs(weight(x)), low, high, degree)]
    grid = [low + (high - low) * (i + mpf(1) / 3) / 1999 for i in range(1999)]
    error = max(abs(weight(x) * (value([mpf(c) for c in rounded], x) - f(x))) for x in grid)
    print("/// " + what.replace("\n", "\n/// "))
    print("/// Degree %d on [%s, %s]; error 2^%.1f." % (degree, mp.nstr(low, 5), mp.nstr(high, 5), mp.log(error, 2)))
    print("inline constexpr %s %s[] = {" % (kind, name))
    for i in range(0, len(rounded), per_line):
        print("    " + ", ".join(text(c) for c in rounded[i:i + per_line]) + ",")
    print("};\n")


def hexadecimal(x):
    return float(x).hex().replace("0000000000000p", "0p")


def hexadecimal_float(x):
    return float(x).hex().replace("0000000p", "p") + "f"


def to_float(x):
    """x rounded to 24 bits."""
    if x == 0:
        return mpf(0)
    scale = mpf(2) ** (23 - int(mp.floor(mp.log(abs(x), 2))))
    return mp.nint(x * scale) / scale


def emit_numbers(kind, text, per_line, name, what, numbers, alignment):
    print("/// " + what.replace("\n", "\n/// "))
    print("%sinline constexpr %s %s[] = {" % (alignment, kind, name))
    for i in range(0, len(numbers), per_line):
        print("    " + ", ".join(text(n) for n in numbers[i:i + per_line]) + ",")
    print("};\n")


def emit_table(name, what, numbers, alignment=""):
    """Prints a C++ array of doubles, four to a line."""
    emit_numbers("double", hexadecimal, 4, name, what, numbers, alignment)


def emit_float_table(name, what, numbers):
    """Prints a C++ array of floats, six to a line."""
    emit_numbers("float", hexadecimal_float, 6, name, what, numbers, "")


def of_bits(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def bits_of(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def emit_double(*given):
    emit("double", float, hexadecimal, 4, *given)


def emit_float(*given):
    emit("float", to_float, hexadecimal_float, 5, *given)
