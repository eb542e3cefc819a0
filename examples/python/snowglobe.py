"""Arranges a Snowglobe elsewhere: the control plane below /_admin, with the standard library alone."""

import json
import os
import urllib.error
import urllib.request

URL = os.environ.get("SNOWGLOBE_URL", "http://127.0.0.1:9650")
TOKEN = os.environ.get("SNOWGLOBE_ADMIN_TOKEN")


class Refused(Exception):
    """The server refused; `code` and `details` say why."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.details = error.get("details")


class World:
    """A world of its own: what happens in it, nobody else sees."""

    def __init__(self, name):
        self.name = name
        # Also on the four interfaces; clients that can set nothing but a key use it as a key.
        self.headers = {"x-snowglobe-world": name}
        self.key = f"sg_{name}"

    def __enter__(self):
        ask("PUT", f"/worlds/{self.name}", {})
        return self

    def __exit__(self, *_):
        ask("DELETE", f"/worlds/{self.name}")

    def act(self, *actions):
        return self.ask("POST", "/actions", list(actions))["results"]

    def advance(self, by):
        return self.ask("POST", "/clock/advance", {"by": by})

    def break_with(self, **rule):
        return self.ask("POST", "/faults", rule)

    def requests(self):
        return self.ask("GET", "/requests")["requests"]

    def ask(self, method, path, body=None):
        return ask(method, path, body, self.headers)


def ask(method, path, body=None, headers=None):
    """One request to the control plane. Raises Refused."""
    request = urllib.request.Request(
        f"{URL}/_admin{path}",
        method=method,
        headers={**(headers or {}), "content-type": "application/json"},
        data=None if body is None else json.dumps(body).encode(),
    )
    if TOKEN:
        request.add_header("authorization", f"Bearer {TOKEN}")
    try:
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
            return json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        raise Refused(json.load(error)["error"]) from error
