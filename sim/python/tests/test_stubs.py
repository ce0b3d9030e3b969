"""The stub file lists what the module has, and all of it has a docstring."""

import ast
import importlib.resources
import inspect

import agu

FILES = importlib.resources.files(agu)


def stub():
    return ast.parse((FILES / "__init__.pyi").read_text())


def names(body):
    """What a module or class of the stub declares."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id


def public(value):
    return {name for name in dir(value) if not name.startswith("_")}


def test_the_package_is_typed():
    assert (FILES / "py.typed").is_file()


def test_each_name_is_in_the_stub():
    declared = {name for name in names(stub().body) if not name.startswith("_")}
    assert declared == public(agu) - {"agu"}
    for node in stub().body:
        if isinstance(node, ast.ClassDef) and node.name != "AguError":
            declared = {name for name in names(node.body) if not name.startswith("_")}
            there = public(getattr(agu, node.name))
            if node.name == "Result":
                there |= set(agu.RESULT_PORTS)
            assert declared == there, node.name


def test_parameters_are_those_of_the_stub():
    def check(node, function):
        arguments = node.args
        declared = [it.arg for it in arguments.posonlyargs + arguments.args + arguments.kwonlyargs]
        declared += [it.arg for it in (arguments.vararg, arguments.kwarg) if it]
        there = list(inspect.signature(function).parameters)
        assert declared == there, node.name

    for node in stub().body:
        if isinstance(node, ast.FunctionDef):
            check(node, getattr(agu, node.name))
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and not method.decorator_list:
                    if not method.name.startswith("__"):
                        check(method, getattr(getattr(agu, node.name), method.name))


def test_everything_has_a_docstring():
    for name in public(agu) - {"agu"}:
        value = getattr(agu, name)
        if callable(value):
            assert value.__doc__, name
            for member in public(value) if inspect.isclass(value) and name != "AguError" else ():
                assert getattr(value, member).__doc__, f"{name}.{member}"
