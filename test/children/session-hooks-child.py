"""Drives session hooks by the unmodified SDK of today for Python. Prints one JSON object: name to "ok", or the error.
Arguments: base URL, API key, address of an MCP server with the tool `write_note`, whose result gives orders to a model.
"""
import json
import sys

from composio import Composio

base, key, server = sys.argv[1:4]
results = {}


def run(name, work, check):
    try:
        value = work()
        results[name] = "ok" if check(value) else "unexpected: " + repr(value)[:400]
    except BaseException as error:
        results[name] = f"{type(error).__name__}: {error}"[:400]


TOOLKIT, TOOL = "custom_note_book", "CUSTOM_NOTE_BOOK_WRITE_NOTE"
composio = Composio(api_key=key, base_url=base, allow_tracking=False)
config = {"name": "Notes", "app_url": server, "auth_schemes": [{"mode": "NO_AUTH"}]}
composio.experimental.custom_toolkits.upsert(slug="note book", toolkit_config=config)

condition = {"type": "condition_check", "condition": "Anything", "action": "block"}
before = {"type": "before_execute", "id": "before", "name": "Ask", "applies_to": "all", "handler": condition}
after = {
    "type": "after_execute",
    "id": "after",
    "applies_to": {"toolkits": [TOOLKIT]},
    "handler": {"type": "prompt_injection_check", "action": "block"},
}
session = composio.create(user_id="ada", toolkits=[TOOLKIT], hooks=[after])
call = lambda: session.execute(TOOL, arguments={"text": "hello"})
is_blocked = lambda reason, status: lambda answer: (
    answer.result_type == "blocked"
    and answer.data == {}
    and answer.block_reason == {"type": reason, "hook_id": answer.hook_results[0]["id"]}
    and answer.hook_results[0]["status"] == status
    and bool(answer.error)
    and bool(answer.log_id)
)

run("a blocked result", call, is_blocked("response_blocked", "evaluated"))
run("update", lambda: session.update(hooks=[before]), lambda _: True)
run("a blocked call without a verdict", call, is_blocked("request_blocked", "unavailable"))
run("update to none", lambda: session.update(hooks=None), lambda _: True)
run("a call without hooks", call, lambda answer: answer.result_type == "completed")
print(json.dumps(results))
