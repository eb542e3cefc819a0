"""A pytest plugin to copy: one server for a run of tests, a world of its own for each test.

A test takes the fixture `world`. When it fails, its report has the requests that its world got.
The server is the one of SNOWGLOBE_URL. Without that variable the plugin starts `snowglobe`, or the
command of PYTEST_SNOWGLOBE, and stops it at the end.
"""

import os
import re
import shlex
import subprocess

import pytest

import snowglobe


@pytest.fixture(scope="session")
def snowglobe_url():
    """URL of the server."""
    if "SNOWGLOBE_URL" in os.environ:
        yield snowglobe.URL
        return
    command = shlex.split(os.environ.get("PYTEST_SNOWGLOBE", "npx snowglobe"))
    server = subprocess.Popen(
        [*command, "start", "--size", "small", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        ready = re.match(r"snowglobe ready: (\S+)", server.stdout.readline())
        if ready is None:
            pytest.exit(f"Snowglobe did not start: {shlex.join(command)} ended with {server.wait()}")
        snowglobe.URL = ready[1]
        yield snowglobe.URL
    finally:
        server.terminate()
        server.wait()


@pytest.fixture
def world(request, snowglobe_url):
    """World of this test alone, removed after it."""
    name = re.sub(r"[^a-z0-9]+", "-", request.node.nodeid.lower()).strip("-")[-63:].strip("-")
    with snowglobe.World(name) as own:
        yield own
        report = getattr(request.node, "report", None)
        if report is not None and report.failed:
            lines = [
                f"{entry.get('status', 'unanswered')} {entry['method']} {entry['path']}"
                for entry in reversed(own.requests())
            ]
            report.sections.append(("Snowglobe requests", "\n".join(lines)))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    outcome = yield
    report = outcome.get_result()
    if report.when == "call":
        item.report = report
