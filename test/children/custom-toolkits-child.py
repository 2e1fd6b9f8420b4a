"""Drives custom toolkits by the unmodified SDK of today for Python. Prints one JSON object: name to "ok", or the error.
Arguments: base URL, API key, address of an MCP server, and of another one; each has a tool `write_note`.
"""
import json
import sys

from composio import Composio

base, key, server, other_server = sys.argv[1:5]
results = {}
answers = {}


def run(name, work, check=lambda value: value is not None):
    try:
        value = work()
        answers[name] = value
        results[name] = "ok" if check(value) else "unexpected: " + repr(value)[:400]
    except BaseException as error:
        results[name] = f"{type(error).__name__}: {error}"[:400]


def refused(work, status):
    try:
        return "answered " + repr(work())[:300]
    except Exception as error:
        return getattr(error, "status_code", repr(error)) == status


SLUG, TOOL = "CUSTOM_NOTE_BOOK", "CUSTOM_NOTE_BOOK_WRITE_NOTE"
composio = Composio(api_key=key, base_url=base, allow_tracking=False)
custom = composio.experimental.custom_toolkits
config = lambda **more: {"name": "Notes", "app_url": server, "auth_schemes": [{"mode": "NO_AUTH"}], **more}
upsert = lambda **more: custom.upsert(slug="note book", toolkit_config=config(**more))
is_done = lambda text: "done" in text

run("upsert", upsert, lambda answer: answer.slug == SLUG)
run("upsert again", upsert, lambda answer: answer.slug == SLUG)
run("upsert with another name", lambda: upsert(name="Note book"), lambda answer: answer.slug == SLUG)
run("toolkits.get", lambda: composio.toolkits.get(slug="custom_note_book"), lambda toolkit: toolkit.name == "Note book")
run("upsert with another address", lambda: refused(lambda: upsert(app_url=other_server), 409), lambda value: value is True)
run("sync", lambda: custom.sync(SLUG), lambda answer: answer.slug == SLUG and answer.synced_count == 1 and answer.version)
run("tools.get", lambda: composio.tools.get("ada", toolkits=[SLUG]), lambda tools: [tool["function"]["name"] for tool in tools] == [TOOL])
run("tools.execute", lambda: composio.tools.execute(TOOL, {"text": "milk"}, user_id="ada", dangerously_skip_version_check=True), lambda answer: answer["successful"] is True and is_done(json.dumps(answer["data"])))
run("create", lambda: composio.create(user_id="ada", toolkits=["custom_note_book"]))
session = answers.get("create")
run("session.search", lambda: session.search(query="write a note"), lambda answer: TOOL in answer.model_dump_json())
run("session.execute", lambda: session.execute(TOOL, arguments={"text": "bread"}), lambda answer: is_done(answer.model_dump_json()))
run("session.toolkits", lambda: session.toolkits(), lambda page: [item.slug for item in page.items] == ["custom_note_book"])
run("delete", lambda: custom.delete(SLUG), lambda answer: answer.deleted is True and answer.revoke_job_ids == [] and answer.auth_configs_deleted == 0)
run("execute of a deleted toolkit", lambda: refused(lambda: composio.tools.execute(TOOL, {"text": "milk"}, user_id="ada", dangerously_skip_version_check=True), 404), lambda value: value is True)
run("delete again", lambda: refused(lambda: custom.delete(SLUG), 404), lambda value: value is True)
print(json.dumps(results))
