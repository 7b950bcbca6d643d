"""A picture, normalised per channel: (image - mean) / std."""

import numpy as np

import zerostride as zs

image = np.full((480, 640, 3), 0.5, "f4")
mean, std = np.array([0.485, 0.456, 0.406], "f4"), np.array([0.229, 0.224, 0.225], "f4")

# A function for every operator: arrays in, a new array or `out` back.
out = zs.sub(image, mean)
zs.div(out, std, out=out)

# Or NumPy's own expressions: what begins with an array of ours runs here, and what has no kernel here runs in NumPy.
same = (zs.asarray(image) - mean) / std
assert np.array_equal(out, same)
print("%.6g %.6g %.6g" % tuple(same[0, 0]))  # 0.0655021 0.196429 0.417778
