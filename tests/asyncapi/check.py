"""Checks docs/asyncapi.json with the official parser of AsyncAPI, from npm: `python -m tests.asyncapi.check`.

Where Node or the parser cannot be had it says so, and passes.
"""

import importlib.util
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DOCUMENT = ROOT / "docs" / "asyncapi.json"

SILENCED = {
    "asyncapi-latest-version": "3.0.0 is what tools read today, and nothing of a later version is used",
}
"""Diagnostics of the parser that are passed over, each with the reason."""


def main() -> int:
    page = _page_build()
    node = page.find_node()
    if node is None:
        return _skipped("no Node was found")
    try:
        page.install(node, HERE)
    except subprocess.CalledProcessError as error:
        return _skipped(f"`{' '.join(error.cmd)}` failed with exit code {error.returncode}")
    with tempfile.TemporaryDirectory() as folder:
        spoiled = Path(folder) / "spoiled.json"
        spoiled.write_text(json.dumps(_spoiled()), encoding="utf-8")
        whole, broken = _parsed(node.folder / "node", DOCUMENT, spoiled)
    return max(_judge(whole), _judge_spoiled(broken))


def _page_build() -> Any:
    """The script that builds the page: it knows where Node is, and how a lock file is installed."""
    spec = importlib.util.spec_from_file_location("page_build", ROOT / "web" / "build.py")
    assert spec is not None, "the page's build script is there"
    assert spec.loader is not None, "it is a Python file"
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _skipped(why: str) -> int:
    print(f"SKIPPED: {why}, so the official parser did not check docs/asyncapi.json")
    return 0


def _spoiled() -> Any:
    """The document with an operation on a message that its channel does not have."""
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    operation = next(iter(document["operations"].values()))
    operation["messages"] = [{"$ref": "#/channels/game/messages/NoSuchMessage"}]
    return document


def _parsed(node: Path, *documents: Path) -> list[Any]:
    command = [str(node), "parse.mjs", *map(str, documents)]
    answer = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        sys.exit(f"the parser failed: {answer.stderr}")
    return [json.loads(line) for line in answer.stdout.splitlines()]


def _judge(parsed: Any) -> int:
    found = [one for one in parsed["found"] if one["code"] not in SILENCED]
    for one in found:
        print(f"docs/asyncapi.json {one['path']}: {one['message']} ({one['code']})")
    for code in sorted({one["code"] for one in parsed["found"]} & SILENCED.keys()):
        print(f"passed over: {code}: {SILENCED[code]}")
    if found or parsed["counted"] is None:
        return 1
    counted = {name: count for name, count in parsed["counted"].items() if name != "version"}
    told = ", ".join(f"{count} {name}" for name, count in counted.items())
    print(f"docs/asyncapi.json is AsyncAPI {parsed['counted']['version']}: {told}")
    return 0


def _judge_spoiled(parsed: Any) -> int:
    if any("NoSuchMessage" in one["message"] for one in parsed["found"]):
        return 0
    print("the parser found nothing wrong with a spoiled document: its word is worth nothing")
    return 1


if __name__ == "__main__":
    sys.exit(main())
