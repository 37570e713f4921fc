"""Rules of the tree that no other tool holds."""

import ast
import importlib
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST = 400
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "manager", "common", "misc", "info"}
TEXT = {
    ".py",
    ".md",
    ".toml",
    ".conf",
    ".ts",
    ".svelte",
    ".json",
    ".yaml",
    ".yml",
    ".txt",
    ".js",
    ".mjs",
    ".html",
    "",
}


def tracked() -> list[Path]:
    """The files of the project: all that git would commit, or all there are where git is not at hand."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode == 0:
        return [path for line in listed.stdout.splitlines() if (path := ROOT / line).is_file()]
    top = ("divan", "services", "libs", "tests", "examples", "docs", "deploy", "requirements", ".ci")
    return [path for folder in top for path in (ROOT / folder).rglob("*") if path.is_file()]


FILES = tracked()
MODULES = [path for path in FILES if path.suffix == ".py"]


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def texts() -> Iterator[tuple[Path, str]]:
    for path in FILES:
        if path.suffix in TEXT and path != Path(__file__):
            yield path, path.read_text(encoding="utf-8", errors="replace")


@pytest.mark.parametrize("package", ["divan", "services", "libs"])
def test_no_dependency_shadows_our_packages(package: str) -> None:
    module = importlib.import_module(package)
    assert module.__file__ is not None
    assert Path(module.__file__) == ROOT / package / "__init__.py"


def test_every_python_folder_is_a_package_with_type_marks_at_the_roots() -> None:
    folders = {
        path.parent for path in MODULES if path.relative_to(ROOT).parts[0] in {"divan", "services", "libs"}
    }
    assert [shown(folder) for folder in folders if not (folder / "__init__.py").exists()] == []
    assert all((ROOT / root / "py.typed").exists() for root in ("divan", "services", "libs"))


def test_every_module_says_in_its_first_line_what_it_is_about() -> None:
    silent = []
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if tree.body and not ast.get_docstring(tree):
            silent.append(shown(path))
    assert silent == []


def test_no_module_is_long() -> None:
    lengths = {shown(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_no_module_and_no_class_has_a_name_that_says_nothing() -> None:
    found = []
    for path in MODULES:
        if set(path.stem.split("_")) & FORBIDDEN_NAMES:
            found.append(shown(path))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                words = {word.lower() for word in re.findall(r"[A-Z][a-z]+", node.name)}
                found += [f"{shown(path)}: {node.name}"] if words & FORBIDDEN_NAMES else []
    assert found == []


@pytest.mark.parametrize(
    "forbidden",
    [
        pytest.param(r"(?<![\w/.-])/work/", id="a path of one machine"),
        pytest.param(r"(?<![\w/])/(root|home/[a-z]+)/", id="a home folder"),
        pytest.param(
            r"pypi\.org|pythonhosted|npmjs\.(org|com)|(?<!no-emit)-(extra-)?index-url|^registry=",
            id="an address of a registry",
        ),
    ],
)
def test_no_file_names(forbidden: str) -> None:
    pattern = re.compile(forbidden)
    found = []
    for path, text in texts():
        found += [f"{shown(path)}:{n}" for n, line in enumerate(text.splitlines(), 1) if pattern.search(line)]
    assert found == []


def test_git_ignores_what_is_built() -> None:
    listed = {shown(path) for path in FILES}
    built = ("web/dist/", "web/node_modules/", ".venv/", "test-output/")
    assert [name for name in listed if name.startswith(built) or "__pycache__" in name] == []
