"""Runs checks of the official client, of whichever version, synchronously or asynchronously."""

import inspect
import os
import tempfile
import traceback

# Hypothesis, which the client imports, writes its files here instead of into the checkout.
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp()


class Caller:
    """One way to call both kinds of client."""

    async def call(self, method, *args, **kwargs):
        result = method(*args, **kwargs)
        return await result if inspect.isawaitable(result) else result


def checks_of(names):
    """The coroutine functions that a script defines, among its global names."""
    return [value for value in names.values() if inspect.iscoroutinefunction(value) and value.__module__ == "__main__"]


async def outcomes(session, checks):
    """By name of each check, how it failed; None if it passed."""
    found = {}
    for check in checks:
        try:
            await check(session)
            found[check.__name__] = None
        except Exception:
            found[check.__name__] = traceback.format_exc()
    return found
