"""ONNX's own node tests through the command line: every one whose operator is in our table.

Usage: onnx_node_tests.py [EMULATOR...] PROGRAM. Exit 77 when the onnx package or its test data are missing.

A test is a model of one node with its inputs and outputs. The tolerance is that of ONNX's test runner: floats
within rtol 1e-3 and atol 1e-7, everything else exactly.
"""

import collections
import pathlib
import re
import sys
import tempfile

try:
    import numpy as np
    import onnx
    from onnx import TensorProto, numpy_helper
except ImportError as missing:
    print("SKIP: onnx_node_tests.py needs NumPy and ONNX (Debian: python3-numpy, python3-onnx): %s" % missing)
    sys.exit(77)

from command_line import CommandLine, Refused, in_parallel

RTOL, ATOL = 1e-3, 1e-7
DATA = [pathlib.Path("/usr/share/libonnx-testdata/data/node"),
        pathlib.Path(onnx.__file__).parent / "backend" / "test" / "data" / "node"]

# Our element types by ONNX's names; those that it has besides are why a test is not run.
ELEMENT_TYPES = {"FLOAT16", "FLOAT", "DOUBLE", "INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32", "UINT64",
                 "STRING", "BOOL"}

# What ONNX evaluates element by element. An operator of this list that is not in our table is reported by name.
ELEMENT_WISE = set("""
    Abs Acos Acosh Add And Asin Asinh Atan Atanh Bernoulli BitCast BitShift BitwiseAnd BitwiseNot BitwiseOr BitwiseXor
    Cast CastLike Ceil Celu Clip Cos Cosh DequantizeLinear Div Dropout Elu Equal Erf Exp Expand Floor Gelu Greater
    GreaterOrEqual HardSigmoid HardSwish Identity IsInf IsNaN LeakyRelu Less LessOrEqual Log Max Mean Min Mish Mod Mul
    Neg Not Or PRelu Pow QuantizeLinear Reciprocal RegexFullMatch Relu Round Selu Shrink Sigmoid Sign Sin Sinh Softplus
    Softsign Sqrt StringConcat Sub Sum SwiGLU Swish Tan Tanh ThresholdedRelu Where Xor""".split())


class NotRun(Exception):
    """Why a test is not run."""


def read_tensor(path, value_info):
    """The array of an input or output file; raises NotRun where it is no tensor of a type that we have."""
    kind = value_info.type.WhichOneof("value")
    if kind != "tensor_type":
        raise NotRun("%s values" % kind.replace("_type", ""))
    # Some files hold the bits of a type as another one: what the model says counts.
    require_type(value_info.type.tensor_type.elem_type)
    tensor = TensorProto()
    tensor.ParseFromString(path.read_bytes())
    return to_array(tensor)


def require_type(number):
    name = TensorProto.DataType.Name(number)
    if name not in ELEMENT_TYPES:
        raise NotRun("element type %s" % name)


def to_array(tensor):
    require_type(tensor.data_type)
    values = numpy_helper.to_array(tensor)
    if values.dtype == object:
        texts = [text.decode() if isinstance(text, bytes) else str(text) for text in values.flat]
        return np.array(texts, "U").reshape(values.shape)
    return values


def attribute_value(attribute):
    """An attribute as --attr takes it: all digits of its float."""
    value = onnx.helper.get_attribute_value(attribute)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, (list, tuple)):
        return ",".join(map(repr, value))
    return repr(value)


class NodeTest:
    def __init__(self, folder):
        self.name = folder.name
        self.graph = onnx.load(str(folder / "model.onnx")).graph
        self.sets = sorted(folder.glob("test_data_set_*"))
        self.operator = self.graph.node[0].op_type if len(self.graph.node) == 1 else None

    def attributes(self):
        found = [(attribute.name, attribute_value(attribute)) for attribute in self.graph.node[0].attribute]
        for name, value in found:
            if name == "to":
                require_type(int(value))
        return found

    def cases(self):
        """(operands, attributes, expected) of each data set."""
        node = self.graph.node[0]
        attributes = self.attributes()
        for data in self.sets:
            known = {tensor.name: to_array(tensor) for tensor in self.graph.initializer}
            for number, value in enumerate(self.graph.input):
                known[value.name] = read_tensor(data / ("input_%d.pb" % number), value)
            expected = read_tensor(data / "output_0.pb", self.graph.output[0])
            yield [known[name] if name else None for name in node.input], attributes, expected


def difference(got, expected):
    """Empty, or how the result differs from what ONNX expects."""
    if got.dtype.kind == "U" and expected.dtype.kind == "U":
        pass  # the width is that of the longest text
    elif got.dtype != expected.dtype:
        return "the result is %s and should be %s" % (got.dtype, expected.dtype)
    if got.shape != expected.shape:
        return "the result's shape is %s and should be %s" % (got.shape, expected.shape)
    if got.dtype.kind == "f":
        with np.errstate(all="ignore"):
            same = np.isclose(got, expected, rtol=RTOL, atol=ATOL, equal_nan=True)
    else:
        same = got == expected
    if np.all(same):
        return ""
    where = tuple(np.argwhere(~np.atleast_1d(same))[0])
    return "%d of %d elements differ, the first at %s: %r, should be %r" % (
        np.count_nonzero(~same), same.size, list(map(int, where)), np.atleast_1d(got)[where],
        np.atleast_1d(expected)[where])


def main():
    data = next((folder for folder in DATA if folder.is_dir()), None)
    if data is None:
        print("SKIP: onnx_node_tests.py needs ONNX's test data (Debian: libonnx-testdata)")
        return 77
    with tempfile.TemporaryDirectory(prefix="zerostride_onnx_") as directory:
        program = CommandLine(sys.argv[1:], directory)
        table = program.operators()
        tests, not_run, absent, expanded = [], collections.defaultdict(list), collections.defaultdict(list), 0
        for folder in sorted(data.iterdir()):
            # An operator written out as others; the test without the suffix is of the operator itself.
            written_out = re.sub("_expanded.*", "", folder.name)
            test = NodeTest(data / written_out if (data / written_out).is_dir() else folder)
            if test.operator not in ELEMENT_WISE and test.operator not in table:
                continue
            if written_out != folder.name:
                expanded += 1
            elif test.operator not in table:
                absent[test.operator].append(test.name)
            else:
                tests.append(test)

        def run(test):
            """None when it passes, a NotRun, or how it fails."""
            try:
                for operands, _, _ in test.cases():
                    if not table[test.operator].takes(len(operands)):
                        raise NotRun("%d operands of %s" % (len(operands), test.operator))
                differences = [difference(program.evaluate(test.operator, operands, attributes), expected)
                               for operands, attributes, expected in test.cases()]
            except NotRun as reason:
                return reason
            except Refused as refusal:
                return str(refusal)
            return next(filter(None, differences), None if differences else "it has no data")

        passed, failed = collections.Counter(), []
        for test, outcome in zip(tests, in_parallel(run, tests)):
            if outcome is None:
                passed[test.operator] += 1
            elif isinstance(outcome, NotRun):
                not_run[str(outcome)].append(test.name)
            else:
                failed.append("%s: %s" % (test.name, outcome))

    print("passed: %d tests of %d operators" % (sum(passed.values()), len(passed)))
    print("  " + " ".join("%s:%d" % row for row in sorted(passed.items())))
    for reason, names in sorted(not_run.items()):
        print("not run, %s: %s" % (reason, " ".join(names)))
    for operator, names in sorted(absent.items()):
        print("not run, no operator %s: %s" % (operator, " ".join(names)))
    without = sorted(set(table) - {test.operator for test in tests})
    print("excluded: %d tests of operators written out as functions" % expanded)
    print("operators without a test in ONNX %s: %s" % (onnx.__version__, " ".join(without) or "none"))
    for line in failed:
        print("FAILED: " + line)
    print("%d passed, %d failed" % (sum(passed.values()), len(failed)))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
