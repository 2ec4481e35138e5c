"""Prints the public methods of the official client, `resource.method`, read from the installed package."""

import inspect
import json

from adaptive_sdk import Adaptive, AsyncAdaptive
from adaptive_sdk.resources.base_resource import AsyncAPIResource, ProjectResource, SyncAPIResource

OF_BASES = {name for base in (SyncAPIResource, AsyncAPIResource, ProjectResource) for name in vars(base)}
OWN_MODULES = "adaptive_sdk.resources"


def methods_of(holder, path=""):
    found = []
    for name, value in vars(holder).items():
        if name.startswith("_") or not type(value).__module__.startswith(OWN_MODULES):
            continue
        place = f"{path}{name}"
        for method, _ in inspect.getmembers(value, callable):
            if not method.startswith("_") and method not in OF_BASES:
                found.append(f"{place}.{method}")
        found += methods_of(value, f"{place}.")
    return sorted(set(found))


def listed(kind):
    return methods_of(kind("http://127.0.0.1", api_key="none"))


if __name__ == "__main__":
    print(json.dumps({"sync": listed(Adaptive), "async": listed(AsyncAdaptive)}))
