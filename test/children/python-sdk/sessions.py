"""Sessions: their tools, files, approvals by the caller, and tools that run in this process."""
import pathlib
import tempfile

from pydantic import BaseModel

from recorder import is_refused, refused

READ, ISSUE = "GITHUB_GET_A_REPOSITORY", "GITHUB_CREATE_AN_ISSUE"


class Words(BaseModel):
    text: str


def run(recorder, composio, connect, drive):
    user, repository, step = drive["user"], drive["repository"], recorder.run
    names = lambda tools: {tool["function"]["name"] for tool in tools}
    made = step("create", lambda: composio.create(user_id=user, toolkits=["github", "gmail"]), lambda session: session.session_id.startswith("trs_"))
    session = recorder.noted("session", made)
    step("use", lambda: composio.use(made.session_id), lambda again: again.session_id == made.session_id)
    step("session.mcp", lambda: composio.create(user_id=user, mcp=True).mcp, lambda mcp: mcp.url.startswith(drive["url"]) and mcp.headers)
    step("session.tools", lambda: session.tools(), lambda tools: {"COMPOSIO_SEARCH_TOOLS", "COMPOSIO_MULTI_EXECUTE_TOOL"} <= names(tools))
    step("tools.get_raw_tool_router_meta_tools", lambda: composio.tools.get_raw_tool_router_meta_tools(made.session_id), lambda tools: "COMPOSIO_SEARCH_TOOLS" in [tool.slug for tool in tools])
    step("session.search", lambda: session.search(query="read a repository of github"), lambda answer: READ in answer.model_dump_json())
    step("session.execute", lambda: session.execute(READ, arguments=repository), lambda answer: answer.result_type == "completed" and answer.data["name"] == repository["repo"] and answer.log_id)
    step("session.execute that the app refuses", lambda: session.execute(READ, arguments={**repository, "repo": "not-there"}), lambda answer: answer.result_type == "failed" and "404" in answer.error)
    queries = {"queries": [{"use_case": "read a repository"}], "session": {"generate_id": True}}
    step("session.execute_meta", lambda: session.execute_meta("COMPOSIO_SEARCH_TOOLS", arguments=queries), lambda answer: answer.result_type == "completed" and answer.data["results"])
    several = {"tools": [{"tool_slug": READ, "arguments": repository}], "sync_response_to_workbench": False}
    step("session.execute_meta of several tools", lambda: session.execute_meta("COMPOSIO_MULTI_EXECUTE_TOOL", arguments=several), lambda answer: answer.result_type == "completed" and repository["repo"] in str(answer.data))
    step("session.proxy_execute", lambda: session.proxy_execute(toolkit="github", endpoint=f"/repos/{repository['owner']}/{repository['repo']}", method="GET"), lambda answer: answer["status"] == 200 and answer["data"]["name"] == repository["repo"])
    step("session.toolkits", lambda: session.toolkits(is_connected=True), lambda page: {item.slug for item in page.items} == {"github", "gmail"})
    page = step("session.toolkits page by page", lambda: session.toolkits(limit=1), lambda page: len(page.items) == 1 and page.next_cursor)
    step("session.toolkits of the next page", lambda: session.toolkits(limit=1, next_cursor=page.next_cursor), lambda following: following.items[0].slug != page.items[0].slug)
    link = lambda: recorder.noted("session", composio.create(user_id="newcomer", toolkits=["openai"])).authorize("openai", callback_url="https://app.example/done")
    step("session.authorize", link, lambda request: request.id.startswith("ca_") and "/connect/" in request.redirect_url)
    step("session.update", lambda: (session.update(toolkits={"enable": ["github"]}, tags=["readOnlyHint"]), made.config)[1], lambda config: config.toolkits.enabled == ["github"] if hasattr(config.toolkits, "enabled") else "github" in config.model_dump_json())
    step("session.update of another version", lambda: refused(lambda: session.update(toolkits=None, expected_config_version=1), "SessionConfigConflictError", 409), is_refused)
    step("session.list_config_history", lambda: session.list_config_history(limit=10), lambda history: [item.version for item in history.items] == [2, 1])
    ask(step, recorder, composio, drive)
    keep_files(recorder, session)
    run_here(recorder, composio, drive)
    step("session.delete", lambda: session.delete(), lambda answer: answer.deleted is True if hasattr(answer, "deleted") else answer)
    other = composio.create(user_id=user)
    step("sessions.create, use and delete", lambda: (composio.sessions.use(composio.sessions.create(user_id=user).session_id), composio.sessions.delete(other.session_id))[1])
    step("use of a deleted session", lambda: refused(lambda: composio.use(other.session_id), 404), is_refused)


def ask(step, recorder, composio, drive):
    """A call that the caller's own user must approve."""
    session = recorder.noted("session", composio.create(user_id=drive["user"], toolkits=["github"], tools={"github": {"require_approval": [ISSUE]}}))

    def answer(decision):
        arguments = {**drive["repository"], "title": f"Asked, then: {decision}"}
        try:
            session.execute(ISSUE, arguments=arguments)
        except Exception as error:  # noqa: BLE001 - the question comes as an error
            content = {"action": "accept", "content": {"decision": decision}}
            replies = {name: content for name in error.input_requests}
            return session.execute(ISSUE, arguments=arguments, input_responses=replies, request_state=error.request_state)

    step("session.execute after an approval", lambda: answer("approve"), lambda result: result.result_type == "completed")
    step("session.execute after a denial", lambda: answer("deny"), lambda result: result.result_type == "failed")


def keep_files(recorder, session):
    step, files = recorder.run, session.experimental.files
    folder = pathlib.Path(tempfile.mkdtemp(prefix="python-sdk-mount-"))
    stored = step("session.experimental.files.upload", lambda: files.upload(b"kept here", remote_path="notes/kept.txt"), lambda file: file.mount_relative_path.endswith("kept.txt"))
    step("session.experimental.files.list", lambda: files.list(path="notes"), lambda page: "kept.txt" in page.model_dump_json())
    file = recorder.noted("file", step("session.experimental.files.download", lambda: files.download("notes/kept.txt")))
    step("file.text", lambda: file.text(), lambda text: text == "kept here")
    step("file.buffer", lambda: file.buffer(), lambda content: content == b"kept here")
    step("file.save", lambda: file.save(folder / "kept.txt"), lambda place: pathlib.Path(place).read_text() == "kept here")
    step("session.experimental.files.delete", lambda: (files.delete("notes/kept.txt"), files.list(path="notes"))[1], lambda page: "kept.txt" not in page.model_dump_json())


def run_here(recorder, composio, drive):
    step, experimental = recorder.run, composio.experimental

    def count(input: Words, context):
        """Counts the words of a text."""
        found = context.execute(READ, drive["repository"])
        return {"words": len(input.text.split()), "repository": found.data["name"]}

    count.__annotations__ = {"input": Words}
    tool = step("experimental.tool", lambda: experimental.tool(count, slug="COUNT_WORDS", name="Count words"), lambda tool: tool.slug == "COUNT_WORDS")
    toolkit = step("experimental.Toolkit", lambda: experimental.Toolkit(slug="shouts", name="Shouts", description="Shouts"))

    @toolkit.tool()
    def shout(input: Words, context):
        """Shouts a text."""
        return {"text": input.text.upper()}

    made = composio.create(user_id=drive["user"], toolkits=["github"], experimental={"custom_tools": [tool], "custom_toolkits": [toolkit]})
    session = recorder.noted("session", made)
    step("session.custom_tools", lambda: session.custom_tools(), lambda tools: {tool.slug for tool in tools} == {"LOCAL_COUNT_WORDS", "LOCAL_SHOUTS_SHOUT"})
    step("session.custom_toolkits", lambda: session.custom_toolkits(), lambda toolkits: [toolkit.slug for toolkit in toolkits] == ["shouts"])
    step("a tool of this process calls one of the app", lambda: session.execute("COUNT_WORDS", arguments={"text": "one two three"}), lambda answer: answer.data == {"words": 3, "repository": drive["repository"]["repo"]})
    step("a toolkit of this process", lambda: session.execute("LOCAL_SHOUTS_SHOUT", arguments={"text": "hey"}), lambda answer: answer.data == {"text": "HEY"})
    step("session.search finds tools of this process", lambda: session.search(query="count the words of a text"), lambda answer: "COUNT_WORDS" in answer.model_dump_json())
