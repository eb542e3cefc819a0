"""Makes the fixtures of pytest_snowglobe.py available to the tests of this folder."""

pytest_plugins = ["pytest_snowglobe"]
