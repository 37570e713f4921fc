"""As much of a Kubernetes API server as `kubectl apply` asks of an empty cluster: it takes everything."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import groupby
from threading import Thread
from typing import Any

from tests.deploy.kubernetes import Object

OF_NO_NAMESPACE = ("Namespace",)


@contextmanager
def api_server(known: Iterable[Object]) -> Iterator[str]:
    """One that knows the kinds of these objects; its address."""
    answers = _discovery(known)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path in answers:
                self._answer(200, answers[path])
            else:
                self._answer(404, {"kind": "Status", "apiVersion": "v1", "reason": "NotFound", "code": 404})

        def do_POST(self) -> None:
            self._answer(201, json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        def _answer(self, code: int, body: Any) -> None:
            written = json.dumps(body).encode()
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(written)))
            self.end_headers()
            self.wfile.write(written)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing of it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def _discovery(known: Iterable[Object]) -> dict[str, Any]:
    """What is told of the kinds, by path."""
    kinds = sorted({(each["apiVersion"], each["kind"]) for each in known})
    answers: dict[str, Any] = {"/api": {"kind": "APIVersions", "versions": ["v1"]}}
    groups = []
    for version, each in groupby(kinds, key=lambda kind: kind[0]):
        group, _, number = version.rpartition("/")
        if group:
            offered = {"groupVersion": version, "version": number}
            groups.append({"name": group, "versions": [offered], "preferredVersion": offered})
        answers[f"/apis/{version}" if group else f"/api/{version}"] = {
            "kind": "APIResourceList",
            "groupVersion": version,
            "resources": [_resource(kind) for _, kind in each],
        }
    answers["/apis"] = {"kind": "APIGroupList", "apiVersion": "v1", "groups": groups}
    return answers


def _resource(kind: str) -> Any:
    singular = kind.lower()
    plural = f"{singular[:-1]}ies" if singular.endswith("y") else f"{singular}s"
    return {
        "name": f"{singular}es" if singular.endswith("s") else plural,
        "singularName": singular,
        "kind": kind,
        "namespaced": kind not in OF_NO_NAMESPACE,
        "verbs": ["create", "get", "patch"],
    }
