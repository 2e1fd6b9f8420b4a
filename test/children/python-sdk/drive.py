"""Drives every public method of the SDK of today for Python, unmodified, and the packages for frameworks.
Prints one JSON object: steps by name ("ok", or the error), and the state of every method.
Arguments: what the drive needs, as JSON (SdkDrive in test/clients/sdk-stand.ts), and the modules with the steps.
"""
import importlib
import json
import sys
import warnings

warnings.simplefilter("ignore")

from composio import Composio  # noqa: E402

from recorder import Recorder  # noqa: E402

#: Methods that the SDK calls itself, or that only make a value for another method.
INNER = {
    "provider.execute_tool",
    "provider.execute_tool_for_target",
    "provider.resolve_tool_call_execution_target",
    "provider.set_execute_tool_fn",
    "subscription.set_alive",
}

drive = json.loads(sys.argv[1])
recorder = Recorder()
connect = lambda **more: Composio(api_key=drive["key"], base_url=drive["url"], allow_tracking=False, **more)
composio = recorder.noted("", connect())
for part in sys.argv[2].split(","):
    recorder.run_part(part, lambda: importlib.import_module(part).run(recorder, composio, connect, drive))
print(json.dumps(recorder.report(INNER)))
