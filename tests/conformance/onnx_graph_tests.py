#!/usr/bin/env python3
"""`zerostride run` on ONNX models: ONNX's own node tests of all operators that graphs have, also written out as functions;
the models of the SONNX text; models with functions; and files that are no models.

usage: onnx_graph_tests.py COMMAND...
"""

import collections
import os
import pathlib
import sys
import tempfile

try:
    import numpy as np
    import onnx
    from onnx import TensorProto, helper
except ImportError as missing:
    print("SKIP: onnx_graph_tests.py needs NumPy and ONNX (Debian: python3-numpy, python3-onnx): %s" % missing)
    sys.exit(77)

from command_line import CommandLine, Refused, in_parallel
from onnx_node_tests import DATA, NotRun, difference, read_tensor


# What graphs have besides the operators that the program lists.
STRUCTURAL = set("Constant ConstantOfShape Flatten If Reshape Shape Size Slice Squeeze Transpose Unsqueeze".split())


class Model:
    """A model on arrays, in a directory of its own."""

    def __init__(self, program, path):
        self.program, self.path = program, path

    def run(self, inputs, outputs, *words):
        with tempfile.TemporaryDirectory(dir=self.program.directory) as place:
            files = [os.path.join(place, "x%d.npy" % i) for i in range(len(inputs))]
            for file, values in zip(files, inputs):
                np.save(file, values, allow_pickle=False)
            results = [os.path.join(place, "z%d.npy" % i) for i in range(outputs)]
            self.program.start("run", self.path, *files, *[word for name in results for word in ("-o", name)], *words)
            return [np.load(name, allow_pickle=False) for name in results]


def without_values(graph):
    """The inputs that no initializer gives a value."""
    given = {tensor.name for tensor in graph.initializer}
    return [info for info in graph.input if info.name not in given]


def run_folder(program, known, folder):
    """None when it passes, a NotRun, or how it fails."""
    try:
        graph = onnx.load(str(folder / "model.onnx")).graph
        for node in graph.node:
            if node.op_type not in known:
                raise NotRun("operator " + node.op_type)
        for data in sorted(folder.glob("test_data_set_*")):
            inputs = [read_tensor(data / ("input_%d.pb" % i), info) for i, info in enumerate(without_values(graph))]
            expected = [read_tensor(data / ("output_%d.pb" % i), info) for i, info in enumerate(graph.output)]
            got = Model(program, folder / "model.onnx").run(inputs, len(expected))
            different = next(filter(None, map(difference, got, expected)), None)
            if different:
                return different
    except NotRun as reason:
        return reason
    except Refused as refusal:
        words = str(refusal)
        for reason in ("makes text", "reads text", "is of version", "is none of ours"):
            if reason in words:
                return NotRun(reason)
        return words
    except (ValueError, RuntimeError, FileNotFoundError, KeyError, TypeError):
        # Sequences and optional values.
        return NotRun("values that ONNX's Python does not read")
    return None


def node_tests(program, check):
    data = next((folder for folder in DATA if folder.is_dir()), None)
    if data is None:
        print("not run: ONNX's test data (Debian: libonnx-testdata)")
        return
    # Beside the node tests are models of other makers, of early versions of the operators.
    places = [data] + [data.parent / name for name in ("pytorch-operator", "pytorch-converted", "simple")]
    folders = [folder for place in places if place.is_dir() for folder in sorted(place.iterdir())]
    known = STRUCTURAL | set(program.operators())
    passed, not_run = collections.Counter(), collections.Counter()
    for folder, outcome in zip(folders, in_parallel(lambda folder: run_folder(program, known, folder), folders)):
        if isinstance(outcome, NotRun):
            not_run[str(outcome)] += 1
        else:
            check(folder.name, outcome)
            kind = "operators" if folder.parent == data else folder.parent.name
            passed["written out as functions" if "_expanded" in folder.name else kind] += outcome is None
    print("passed: " + ", ".join("%d %s" % (count, kind) for kind, count in sorted(passed.items())))
    print("not run: " + ", ".join("%s (%d)" % row for row in sorted(not_run.items())))
    check("enough of ONNX's node tests", None if sum(passed.values()) >= 290 else "only %s" % passed)


def value(name, shape=None, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def constant(name, values):
    return helper.make_node("Constant", [], [name], value=onnx.numpy_helper.from_array(np.array(values, "f4"), name))


def save(program, name, graph, **more):
    path = program.directory / (name + ".onnx")
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15), helper.make_opsetid("local", 1)], **more)
    path.write_bytes(model.SerializeToString())
    return path


def models_of_the_text(program, check):
    """The example with an unused node, and both examples of If."""
    names = ["G_I1", "G_I2"]
    nodes = [helper.make_node("Add", names, ["OP1_O"]), constant("OP2_O", [[1, 2], [3, 4]]),
             helper.make_node("Mul", ["OP1_O", "OP2_O"], ["OP3_O"], name="mul_node1"),
             helper.make_node("Mul", names, ["OP4_O"], name="mul_node2")]
    inputs, outputs = [value(name, [None, None]) for name in names], [value("OP1_O", [None, None]), value("OP3_O")]
    x, y = np.array([[1, 2], [3, 4]], "f4"), np.array([[3, 4], [5, 6]], "f4")
    example = save(program, "example", helper.make_graph(nodes, "Test", inputs, outputs))
    got = Model(program, example).run([x, y], 2)
    check("example", difference(got[0], x + y) or difference(got[1], (x + y) * np.array([[1, 2], [3, 4]], "f4")) or None)
    refused(program, check, "example, strict", "[R2] output 'OP4_O' of node 'mul_node2' (Mul)", "run", example, "--check",
            "--profile", "strict")
    legal = save(program, "legal", helper.make_graph(nodes[:3], "Test", inputs, outputs))
    Model(program, legal).run([x, y], 2, "--profile", "strict")

    def choice(name, then_nodes, else_nodes, inputs):
        then_branch = helper.make_graph(then_nodes, "then_branch", [], [value("then_out")])
        else_branch = helper.make_graph(else_nodes, "else_branch", [], [value("else_out")])
        node = helper.make_node("If", ["cond"], ["if_out"], then_branch=then_branch, else_branch=else_branch)
        condition = value("cond", [], TensorProto.BOOL)
        return Model(program, save(program, name, helper.make_graph([node], name, [condition, *inputs], [value("if_out")])))

    constants = choice("if_example", [constant("then_out", 1)], [constant("else_out", 0)], [])
    capturing = choice("if_capture", [constant("two", [2]), helper.make_node("Mul", ["X", "two"], ["then_out"])],
                       [constant("three", [3]), helper.make_node("Add", ["X", "three"], ["else_out"])], [value("X", [1])])
    for condition in (True, False):
        got = constants.run([np.array(condition)], 1, "--profile", "strict")[0]
        check("if_example", difference(got, np.array(condition, "f4")) or None)
        got = capturing.run([np.array(condition), np.array([5], "f4")], 1, "--profile", "strict")[0]
        check("if_capture", difference(got, np.array([10 if condition else 8], "f4")) or None)


def field(number, content):
    """A field of a message in bytes, which ONNX's own package may be too old for."""
    head = bytes([number << 3 & 127 | 2]) if number < 16 else bytes([(number << 3 | 2) & 127 | 128, number >> 4])
    assert len(content) < 1 << 14
    return head + bytes([len(content) & 127 | 128, len(content) >> 7]) + content


def overloads(program, check):
    """Functions of one name, which a node tells apart."""
    def function(op_type, overload):
        body = helper.make_node(op_type, ["a"], ["b"])
        made = helper.make_function("local", "F", ["a"], ["b"], [body], [helper.make_opsetid("", 15)])
        return made.SerializeToString() + (field(13, overload) if overload else b"")

    def model_of(overload, functions):
        node = helper.make_node("F", ["x"], ["y"], domain="local").SerializeToString()
        graph = helper.make_graph([], "calls", [value("x", ["N"])], [value("y", ["N"])]).SerializeToString()
        path = save(program, "overload", helper.make_graph([], "none", [], []))
        model = onnx.load(str(path))
        model.ClearField("graph")
        calls = field(7, graph + field(1, node + (field(8, overload) if overload else b"")))
        path.write_bytes(model.SerializeToString() + calls + b"".join(field(25, each) for each in functions))
        return path

    both = [function("Neg", b""), function("Abs", b"two")]
    x = np.array([1, -2], "f4")
    for overload, expected in ((b"", [-1, 2]), (b"two", [1, 2])):
        check("overload", difference(Model(program, model_of(overload, both)).run([x], 1)[0], np.array(expected, "f4")) or None)
    name = program.directory / "x.npy"
    np.save(name, x)
    refused(program, check, "no such overload", "'F:three'", "run", model_of(b"three", both), name, "-o",
            program.directory / "z.npy")
    refused(program, check, "an overload twice", "function 'F:two' is defined twice", "run", model_of(b"two", both + both[1:]),
            name, "-o", program.directory / "z.npy")


def functions(program, check):
    slope = onnx.AttributeProto(name="alpha", ref_attr_name="slope", type=onnx.AttributeProto.FLOAT)
    leaky = helper.make_node("LeakyRelu", ["a"], ["b"])
    leaky.attribute.append(slope)
    function = helper.make_function("local", "Squared", ["a"], ["c"], [leaky, helper.make_node("Mul", ["b", "b"], ["c"])],
                                    [helper.make_opsetid("", 15)], ["slope"])
    node = helper.make_node("Squared", ["x"], ["y"], domain="local", slope=0.5)
    graph = helper.make_graph([node], "calls", [value("x", ["N"])], [value("y", ["N"])])
    model = Model(program, save(program, "function", graph, functions=[function]))
    x = np.array([-2, 0, 3], "f4")
    check("function", difference(model.run([x], 1)[0], np.array([1, 0, 9], "f4")) or None)
    # Defaults of functions; and integers that are types where they are used, whatever their names are.
    slope.ref_attr_name = "alpha"
    body = helper.make_node("LeakyRelu", ["a"], ["b"])
    body.attribute.append(slope)
    function = helper.make_function("local", "Leaky", ["a"], ["b"], [body], [helper.make_opsetid("", 15)], [])
    default = field(11, helper.make_attribute("alpha", 5.0).SerializeToString())
    for given, expected in (({}, [-10, 0, 3]), ({"alpha": 0.5}, [-1, 0, 3])):
        node = helper.make_node("Leaky", ["x"], ["y"], domain="local", **given)
        graph = helper.make_graph([node], "calls", [value("x", ["N"])], [value("y", ["N"])])
        path = save(program, "default", graph)
        path.write_bytes(path.read_bytes() + field(25, function.SerializeToString() + default))
        check("default", difference(Model(program, path).run([x], 1)[0], np.array(expected, "f4")) or None)
    to = onnx.AttributeProto(name="to", ref_attr_name="kind", type=onnx.AttributeProto.INT)
    body = helper.make_node("Cast", ["a"], ["b"])
    body.attribute.append(to)
    function = helper.make_function("local", "As", ["a"], ["b"], [body], [helper.make_opsetid("", 15)], ["kind"])
    node = helper.make_node("As", ["x"], ["y"], domain="local", kind=TensorProto.DOUBLE)
    graph = helper.make_graph([node], "calls", [value("x", ["N"])], [value("y", ["N"], TensorProto.DOUBLE)])
    model = Model(program, save(program, "kind", graph, functions=[function]))
    check("kind", difference(model.run([x], 1)[0], np.array([-2, 0, 3], "f8")) or None)


def refused(program, check, name, words, *arguments, **how):
    try:
        program.start(*arguments, **how)
    except Refused as refusal:
        text = str(refusal)
        is_right = text.startswith("exit 2: zerostride: ") and words in text and "\n" not in text
        check(name, None if is_right else "it is refused with: " + text)
    else:
        check(name, "it is not refused")


def versions(program, check):
    """Operators of two operands could broadcast in another way before version 7; what a model, or a function of it, imports
    says which version they are of."""
    directory = program.directory
    x = directory / "x.npy"
    np.save(x, np.ones((2, 2), "f4"))
    sum_of = helper.make_node("Add", ["a", "a"], ["b"])

    def saved(name, graph, sets, functions=()):
        model = helper.make_model(graph, opset_imports=sets, functions=functions)
        path = directory / (name + ".onnx")
        onnx.save(model, str(path))
        return path

    def of(version):
        return [helper.make_opsetid("", version), helper.make_opsetid("local", 1)]

    def graph_of(node):
        return helper.make_graph([node], "g", [value("a")], [value("b")])

    along = graph_of(helper.make_node("Add", ["a", "a"], ["b"], broadcast=1, axis=0))
    refused(program, check, "version 6", "is of version 6; broadcasting is known from version 7 on",
            "run", saved("six", along, of(6)), x, "-o", directory / "z.npy")
    prelu = graph_of(helper.make_node("PRelu", ["a", "a"], ["b"]))
    refused(program, check, "PRelu of version 6", "it is known from version 7 on", "run", saved("prelu", prelu, of(6)), x, "-o",
            directory / "z.npy")
    model = helper.make_model(along)
    del model.opset_import[:]
    onnx.save(model, str(directory / "none.onnx"))
    refused(program, check, "no version", "is of version 1;", "run", directory / "none.onnx", x, "-o", directory / "z.npy")
    for version in (0, -1):
        refused(program, check, "version %d" % version, "its operators are of version %d" % version,
                "run", saved("wrong", graph_of(sum_of), of(version)), x, "-o", directory / "z.npy")
    early = (
        (6, helper.make_node("Add", ["a", "a"], ["b"]), 2),
        (6, helper.make_node("Add", ["a", "a"], ["b"], broadcast=1), 2),
        (6, helper.make_node("Sum", ["a", "a", "a"], ["b"]), 3),
        (6, helper.make_node("Max", ["a", "a"], ["b"]), 1),
        (1, helper.make_node("Neg", ["a"], ["b"], consumed_inputs=[0]), -1),
        (25, helper.make_node("Cast", ["a"], ["b"], to=onnx.TensorProto.FLOAT, round_mode="down"), 1),
    )
    for version, node, expected in early:
        path = saved("early", graph_of(node), of(version))
        result = Model(program, path).run([np.ones((2, 2), "f4")], 1)[0]
        check("%s of version %d" % (node.op_type, version), difference(result, np.full((2, 2), expected, "f4")) or None)
    by_name = helper.make_node("Cast", ["a"], ["b"], to="INT16")
    typed = helper.make_graph([by_name], "g", [value("a")], [helper.make_tensor_value_info("b", onnx.TensorProto.INT16, None)])
    result = Model(program, saved("by_name", typed, of(5))).run([np.ones((2, 2), "f4")], 1)[0]
    check("Cast of version 5", difference(result, np.ones((2, 2), "i2")) or None)
    refused(program, check, "Cast by name", "attribute to", "run", saved("by_name", typed, of(6)), x, "-o", directory / "z.npy")
    by_name.attribute[0].s = b"INT99"
    wrong = helper.make_graph([by_name], "g", [value("a")], [helper.make_tensor_value_info("b", onnx.TensorProto.INT16, None)])
    refused(program, check, "Cast to nothing", "there is no element type 'INT99'", "run", saved("wrong", wrong, of(5)), x, "-o",
            directory / "z.npy")
    call = helper.make_graph([helper.make_node("Twice", ["x"], ["y"], domain="local")], "calls", [value("x")], [value("y")])
    for version in (6, 15):
        body = sum_of if version == 15 else helper.make_node("Add", ["a", "a"], ["b"], broadcast=1, axis=0)
        function = helper.make_function("local", "Twice", ["a"], ["b"], [body], of(version))
        path = saved("function_of_%d" % version, call, of(15), [function])
        if version == 6:
            refused(program, check, "function of version 6", "is of version 6;", "run", path, x, "-o", directory / "z.npy")
        else:
            result = Model(program, path).run([np.ones(2, "f4")], 1)[0]
            check("function of version 15", difference(result, np.array([2, 2], "f4")) or None)
    selu = helper.make_graph([helper.make_node("Selu", ["a"], ["b"])], "g", [value("a")], [value("b")])
    refused(program, check, "Selu of version 1", "it is known from version 6 on", "run", saved("selu", selu, of(1)), x, "-o",
            directory / "z.npy")


def early_forms(program, check):
    """What operators had as attributes before they had operands for it."""
    directory = program.directory
    floats = np.array([[-3, -1, 0.5], [2, np.inf, -np.inf]], "f4")
    greatest = np.finfo("f4").max

    def saved(version, node, type=TensorProto.FLOAT, function=None):
        graph = helper.make_graph([node], "g", [value("a", None, type)], [value("b", None, type)])
        sets = [helper.make_opsetid("", version), helper.make_opsetid("local", 1)]
        model = helper.make_model(graph, opset_imports=sets, functions=[function] if function else [])
        path = directory / "early_form.onnx"
        onnx.save(model, str(path))
        return path

    def node_of(op_type, *more, **attributes):
        return helper.make_node(op_type, ["a", *more], ["b"], **attributes)

    cases = (
        (10, node_of("Clip", min=-1.0, max=1.0), np.clip(floats, -1, 1)),
        (6, node_of("Clip", min=-1.0, max=1.0), np.clip(floats, -1, 1)),
        (6, node_of("Clip", max=1.0), np.clip(floats, -greatest, 1)),
        (6, node_of("Clip"), np.clip(floats, -greatest, greatest)),
        (5, node_of("Clip", max=1.0), np.minimum(floats, 1)),
        (1, node_of("Clip", consumed_inputs=[0]), floats),
        (9, node_of("Slice", starts=[1], ends=[100]), floats[1:100]),
        (1, node_of("Slice", starts=[-2, 0], ends=[3, -1], axes=[1, 0]), floats[0:-1, -2:3]),
        (4, node_of("Reshape", shape=[0, -1, 1]), floats.reshape(2, 3, 1)),
        (1, node_of("Reshape", shape=[6], consumed_inputs=[0]), floats.reshape(6)),
    )
    for version, node, expected in cases:
        name = "%s of version %d, early form" % (node.op_type, version)
        check(name, difference(Model(program, saved(version, node)).run([floats], 1)[0], expected) or None)
    path = saved(6, node_of("Clip", min=-0.1, max=2.0), TensorProto.FLOAT16)
    halves = floats.astype("f2")
    expected = np.clip(halves, np.float16(-0.1), np.float16(2))
    check("Clip of halves, early form", difference(Model(program, path).run([halves], 1)[0], expected) or None)
    # Of a function's attribute.
    low = onnx.AttributeProto(name="min", ref_attr_name="low", type=onnx.AttributeProto.FLOAT)
    clip = helper.make_node("Clip", ["x"], ["y"], max=1.0)
    clip.attribute.append(low)
    function = helper.make_function("local", "Above", ["x"], ["y"], [clip], [helper.make_opsetid("", 6)], ["low"])
    path = saved(15, helper.make_node("Above", ["a"], ["b"], domain="local", low=-2.0), function=function)
    check("Clip of a function's attribute", difference(Model(program, path).run([floats], 1)[0], np.clip(floats, -2, 1)) or None)
    # Of one that the call does not give.
    unsaid = (
        (6, "Clip", {"max": 1.0}, "min", onnx.AttributeProto.FLOAT, np.clip(floats, -greatest, 1)),
        (10, "Clip", {"min": 1.0}, "max", onnx.AttributeProto.FLOAT, np.clip(floats, 1, greatest)),
        (1, "Clip", {"max": 1.0}, "min", onnx.AttributeProto.FLOAT, np.minimum(floats, 1)),
        (9, "Slice", {"starts": [0, 1], "ends": [1, 9]}, "axes", onnx.AttributeProto.INTS, floats[:1, 1:]),
    )
    for version, op_type, said, other, kind, expected in unsaid:
        inner = helper.make_node(op_type, ["x"], ["y"], **said)
        inner.attribute.append(onnx.AttributeProto(name=other, ref_attr_name="own", type=kind))
        function = helper.make_function("local", "Known", ["x"], ["y"], [inner], [helper.make_opsetid("", version)], ["own"])
        path = saved(15, helper.make_node("Known", ["a"], ["b"], domain="local"), function=function)
        name = "%s of version %d, %s not given to its function" % (op_type, version, other)
        check(name, difference(Model(program, path).run([floats], 1)[0], expected) or None)
    x = directory / "x.npy"
    np.save(x, floats)
    wrong = (
        (6, node_of("Clip", min=1), "attribute min is of the wrong kind"),
        (9, node_of("Slice", starts=1.0, ends=[2]), "attribute starts is of the wrong kind"),
        (9, node_of("Slice", ends=[2]), "input 1 is missing"),
        (9, node_of("Slice"), "has 1 input and takes 3 to 5"),
        (9, node_of("Slice", starts=[0], ends=[1, 2]), "starts, ends, axes and steps are 1, 2, 1 and 1"),
        (10, node_of("Clip", "a", min=1.0), "attribute min is an operand, too"),
        (11, node_of("Clip", min=1.0), "attribute min is none of this operator's"),
        (10, node_of("Slice", starts=[0], ends=[1]), "has 1 input and takes 3 to 5"),
    )
    for version, node, words in wrong:
        refused(program, check, words, words, "run", saved(version, node), x, "-o", directory / "z.npy")


def defaults(program, check):
    """An input that has an initializer is given, with all others, or not at all."""
    tensor = onnx.numpy_helper.from_array(np.array([10, 20], "f4"), "c")
    graph = helper.make_graph([helper.make_node("Sub", ["a", "c"], ["b"])], "g", [value("a", [2]), value("c", [2])],
                              [value("b")], [tensor])
    model = Model(program, save(program, "defaults", graph))
    a, c = np.array([1, 2], "f4"), np.array([3, 5], "f4")
    check("an input left out", difference(model.run([a], 1)[0], np.array([-9, -18], "f4")) or None)
    check("an input given", difference(model.run([a, c], 1)[0], a - c) or None)


def depth(program, check):
    """128 branches in each other."""
    other = helper.make_graph([helper.make_node("Abs", ["X"], ["o"])], "other", [], [value("o")])
    inner = helper.make_graph([helper.make_node("Neg", ["X"], ["n1"])], "inner", [], [value("n1")])
    for i in range(2, 129):
        choice = helper.make_node("If", ["cond"], ["n%d" % i], then_branch=inner, else_branch=other)
        inner = helper.make_graph([choice], "inner", [], [value("n%d" % i)])
    node = helper.make_node("If", ["cond"], ["y"], then_branch=inner, else_branch=other)
    graph = helper.make_graph([node], "deep", [value("cond", [], TensorProto.BOOL), value("X", [2])], [value("y")])
    x = np.array([1, -2], "f4")
    result = Model(program, save(program, "deep", graph)).run([np.array(True), x], 1)[0]
    check("128 branches", difference(result, -x) or None)


def refusals(program, check):
    directory = program.directory
    x = directory / "x.npy"
    np.save(x, np.zeros((2, 3), "f4"))
    before = (directory / "before.npy")
    np.save(before, np.ones(1))
    graph = helper.make_graph([helper.make_node("Neg", ["a"], ["b"], name="turn")], "g", [value("a", [2, 3])], [value("b")])
    path = save(program, "neg", graph)
    whole = path.read_bytes()
    (directory / "cut.onnx").write_bytes(whole[:-7])
    (directory / "noise.onnx").write_bytes(bytes(range(256)) * 20)
    (directory / "empty.onnx").write_bytes(b"")
    for broken in ("cut", "noise", "empty"):
        refused(program, check, broken, "it is no ONNX model", "run", directory / (broken + ".onnx"), x, "-o", before)
    refused(program, check, "absent", "No such file", "run", directory / "absent.onnx", x, "-o", before)
    refused(program, check, "directory", "is a directory", "run", directory, x, "-o", before)
    os.mkfifo(directory / "pipe.onnx")  # nobody ever writes to it
    refused(program, check, "pipe", "is not a regular file", "run", directory / "pipe.onnx", x, "-o", before)
    refused(program, check, "checked", "--output excludes --check", "run", path, "--check", "-o", before)
    refused(program, check, "inputs", "0 inputs are given, the graph has 1: a", "run", path, "-o", before)
    refused(program, check, "outputs", "0 outputs (-o) are given, the graph has 1: b", "run", path, x)
    np.save(directory / "wide.npy", np.zeros((2, 4), "f4"))
    np.save(directory / "double.npy", np.zeros((2, 3)))
    refused(program, check, "shape", "input 0 ('a'): its shape is [2,4], the graph says [2,3]", "run", path,
            directory / "wide.npy", "-o", before)
    refused(program, check, "type", "input 0 ('a'): it is f64, the graph says f32", "run", path, directory / "double.npy",
            "-o", before)
    refused(program, check, "checked shape", "its shape is [2,4], the graph says [2,3]", "run", path,
            directory / "wide.npy", "--check")
    refused(program, check, "two outputs", "2 outputs (-o) are given, the graph has 1: b", "run", path, x, "-o", before, "-o",
            before)
    refused(program, check, "checked inputs", "2 inputs are given, the graph has 1: a", "run", path, x, x, "--check")
    said = program.start("run", path, x, "--check")
    check("checked with inputs", None if said.endswith("keeps the rules of onnx, also with these inputs\n") else said)
    check("one node", None if ": 1 node, inputs a, outputs b: " in said else said)
    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            refused(program, check, "explained to what is full", "standard output cannot be written", "run", path, x, "-o",
                    before, "--explain", stdout=full)
    refused(program, check, "profile", "neither onnx nor strict", "run", path, x, "--profile", "loose", "-o", before)

    def in_a_field_of_others(tensor):
        tensor.ClearField("raw_data")
        tensor.int32_data.extend([1] * 6)

    for change, words in ((lambda t: t.ClearField("raw_data"), "it has 0 elements and should have 6"),
                          (in_a_field_of_others, "it has 0 elements and should have 6"),
                          (lambda t: t.dims.append(1 << 62), "it is too large"),
                          (lambda t: t.dims.append(-1), "extent -1 is negative"),
                          (lambda t: setattr(t, "data_type", 16), "element type 16 is none of ours"),
                          (lambda t: setattr(t, "raw_data", t.raw_data[:-1]), "its elements are cut off"),
                          (lambda t: setattr(t, "data_location", TensorProto.EXTERNAL), "its elements are in another file")):
        tensor = onnx.numpy_helper.from_array(np.zeros((2, 3), "f4"), "c")
        change(tensor)
        broken = helper.make_graph([helper.make_node("Add", ["a", "c"], ["b"])], "g", [value("a")], [value("b")], [tensor])
        refused(program, check, words, words, "run", save(program, "broken", broken), x, "-o", before)
    graph = helper.make_graph([helper.make_node("Neg", ["a"], ["b"], name="turn")], "g", [value("a"), value("a")], [value("b")])
    refused(program, check, "an input twice", "[T02b] input 'a' is given twice", "run", save(program, "broken", graph), x, x,
            "-o", before)
    tensor = onnx.numpy_helper.from_array(np.zeros((2, 3), "f4"), "c")
    for declared, words in ((value("c", [2, 3], TensorProto.INT32), "initializer 'c' is f32, and as an input i32"),
                            (value("c", [2, 4]), "initializer 'c' has another shape as an input")):
        graph = helper.make_graph([helper.make_node("Add", ["a", "c"], ["b"])], "g", [value("a"), declared], [value("b")], [tensor])
        refused(program, check, words, words, "run", save(program, "broken", graph), x, "-o", before)
    graph = helper.make_graph([helper.make_node("Add", ["a", "c"], ["b"])], "g", [value("a")], [value("b")], [tensor, tensor])
    refused(program, check, "an initializer twice", "initializer 'c' is given twice", "run", save(program, "broken", graph), x,
            "-o", before)
    graph = helper.make_graph([helper.make_node("Neg", ["a"], ["b"])], "g", [value("a")], [value("b")])
    graph.sparse_initializer.add().values.CopyFrom(tensor)
    refused(program, check, "sparse initializers", "graph 'g' has sparse initializers", "run", save(program, "broken", graph), x,
            "-o", before)
    node = helper.make_node("LeakyRelu", ["a"], ["b"], alpha=0.5)
    node.attribute.append(helper.make_attribute("alpha", 0.25))
    graph = helper.make_graph([node], "g", [value("a")], [value("b")])
    refused(program, check, "an attribute twice", "attribute alpha is given twice", "run", save(program, "broken", graph), x,
            "-o", before)
    check("files after refusals", None if np.array_equal(np.load(before), np.ones(1)) else "the output was changed")


def main():
    failed, count = [], 0

    def check(name, outcome):
        nonlocal count
        count += 1
        if outcome is not None:
            failed.append("%s: %s" % (name, outcome))

    with tempfile.TemporaryDirectory(prefix="zerostride_graphs_") as directory:
        program = CommandLine(sys.argv[1:], directory)
        try:
            program.start("run", "--help")
            program.start("run", pathlib.Path(directory) / "absent.onnx")
        except Refused as refusal:
            if "no reader of ONNX files" in str(refusal):
                print("SKIP: this build does not read ONNX files (Debian: libonnx-dev, libprotobuf-dev)")
                return 77
        for part in (models_of_the_text, functions, overloads, versions, early_forms, defaults, depth, refusals, node_tests):
            part(program, check)
    for line in failed:
        print("FAILED: " + line)
    print("%d passed, %d failed" % (count - len(failed), len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
