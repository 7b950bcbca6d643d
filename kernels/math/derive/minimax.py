"""Minimax polynomials by Remez's exchange, in the precision of mpmath."""
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
