"""Toolkits, tools, their modifiers and files."""
import pathlib
import tempfile

from composio import after_execute, before_execute, before_file_upload, schema_modifier

from recorder import is_refused, refused

READ, ISSUE = "GITHUB_GET_A_REPOSITORY", "GITHUB_CREATE_AN_ISSUE"
UPLOAD, DOWNLOAD = "OPENAI_UPLOAD_FILE", "OPENAI_DOWNLOAD_FILE"
latest = {"dangerously_skip_version_check": True}


def run(recorder, composio, connect, drive):
    user, repository = drive["user"], drive["repository"]
    step = recorder.run
    names = lambda tools: [tool["function"]["name"] for tool in tools]

    toolkits = composio.toolkits
    step("toolkits.list", lambda: toolkits.list(limit=3, sort_by="usage"), lambda page: len(page.items) == 3)
    step("toolkits.get one", lambda: toolkits.get("github"), lambda toolkit: toolkit.name == "GitHub")
    step("toolkits.get all", lambda: toolkits.get(), lambda items: len(items) > 3)
    step("toolkits.get by query", lambda: toolkits.get(query={"limit": 2}), lambda items: len(items) == 2)
    step("toolkits.get_many", lambda: toolkits.get_many(["github", "gmail"]), lambda items: {item.slug for item in items} == {"github", "gmail"})
    step("toolkits.list_categories", lambda: toolkits.list_categories(), lambda items: len(getattr(items, "items", items)) > 2)
    step("toolkits.changelog", lambda: toolkits.changelog(), lambda page: len(page.items) > 0)
    step("toolkits.get_auth_config_creation_fields", lambda: toolkits.get_auth_config_creation_fields("github", "OAUTH2"), lambda fields: {"client_id", "client_secret"} <= {field.name for field in fields})
    step("toolkits.get_connected_account_initiation_fields", lambda: toolkits.get_connected_account_initiation_fields("openai", "API_KEY"), lambda fields: len(fields) > 0)
    step("toolkits.recommend_scopes", lambda: toolkits.recommend_scopes("gmail", tools=["GMAIL_SEND_EMAIL"]), lambda answer: "https://www.googleapis.com/auth/gmail.send" in answer.scopes.least_privilege + answer.scopes.fewest)
    step("toolkits.list_grant_contexts", lambda: toolkits.list_grant_contexts("gmail"), lambda answer: answer.grant_context_dimensions is not None)
    step("toolkits.get of an unknown toolkit", lambda: refused(lambda: toolkits.get("no-such-toolkit"), 404), is_refused)

    tools = composio.tools
    step("tools.get_raw_composio_tool_by_slug", lambda: tools.get_raw_composio_tool_by_slug(ISSUE), lambda tool: tool.slug == ISSUE and tool.toolkit.slug == "github")
    step("tools.get_raw_composio_tool_by_slug of an unknown tool", lambda: refused(lambda: tools.get_raw_composio_tool_by_slug("GITHUB_CREATE_AN_ISSUEE"), "ToolNotFoundError"), is_refused)
    step("tools.get_raw_composio_tools by slug", lambda: tools.get_raw_composio_tools(tools=[READ, ISSUE]), lambda items: {tool.slug for tool in items} == {READ, ISSUE})
    step("tools.get_raw_composio_tools by search", lambda: tools.get_raw_composio_tools(search="create an issue", toolkits=["github"], limit=5), lambda items: 0 < len(items) <= 5)
    scopes = ["https://www.googleapis.com/auth/gmail.send"]
    step("tools.get_raw_composio_tools by scope", lambda: tools.get_raw_composio_tools(toolkits=["gmail"], scopes=scopes, limit=100), lambda items: "GMAIL_SEND_EMAIL" in [tool.slug for tool in items])
    step("tools.get by slug", lambda: tools.get(user, slug=READ), lambda items: names(items) == [READ])
    step("tools.get by tools", lambda: tools.get(user, tools=[READ, ISSUE]), lambda items: set(names(items)) == {READ, ISSUE})
    step("tools.get by toolkit", lambda: tools.get(user, toolkits=["github"], limit=7), lambda items: len(items) == 7)
    step("tools.get by search", lambda: tools.get(user, search="send an email"), lambda items: len(items) > 0)
    step("tools.execute", lambda: tools.execute(READ, repository, user_id=user, **latest), lambda answer: answer["successful"] is True and answer["data"]["name"] == repository["repo"])
    step("tools.execute with an account", lambda: tools.execute(READ, repository, user_id=user, connected_account_id=drive["accounts"]["github"], **latest), lambda answer: answer["successful"] is True)
    step("tools.execute without a version", lambda: refused(lambda: tools.execute(READ, repository, user_id=user), "ToolVersionRequiredError"), is_refused)
    version = recorder.run("the version of a tool", lambda: tools.get_raw_composio_tool_by_slug(READ).version)
    step("tools.execute at a version", lambda: tools.execute(READ, repository, user_id=user, version=version), lambda answer: answer["successful"] is True)
    step("toolkit_versions", lambda: recorder.noted("", connect(toolkit_versions={"github": version})).tools.execute(READ, repository, user_id=user), lambda answer: answer["successful"] is True)
    step("tools.execute that the app refuses", lambda: tools.execute(READ, {**repository, "repo": "not-there"}, user_id=user, **latest), lambda answer: answer["successful"] is False and "404" in answer["error"])
    step("tools.execute without an argument", lambda: refused(lambda: tools.execute(READ, {"owner": "a"}, user_id=user, **latest), 422, 400), is_refused)
    bearer = {"auth_scheme": "BEARER_TOKEN", "toolkit_slug": "github", "val": {"token": "only-for-this-call", "base_url": drive["echo"]}}
    step("tools.execute with credentials of the call", lambda: tools.execute(READ, repository, user_id=user, custom_connection_data=bearer, **latest), lambda answer: answer["successful"] is True and answer["data"]["path"].endswith(repository["repo"]))
    custom = {"base_url": drive["echo"], "parameters": [{"in": "query", "name": "from", "value": "a-call"}]}
    step("tools.execute with parameters of the call", lambda: tools.execute("HACKERNEWS_GET_USER", {"username": "pg"}, user_id=user, custom_auth_params=custom, **latest), lambda answer: answer["successful"] is True and "from=a-call" in answer["data"]["path"])
    step("tools.proxy", lambda: tools.proxy(f"/repos/{repository['owner']}/{repository['repo']}", "GET", connected_account_id=drive["accounts"]["github"]), lambda answer: answer.status == 200 and answer.data["name"] == repository["repo"])
    step("tools.proxy with a body", lambda: tools.proxy("/files", "POST", body={"a": 1}, connected_account_id=drive["accounts"]["openai"], parameters=[{"name": "page", "value": "2", "type": "query"}]), lambda answer: answer.data["method"] == "POST" and answer.data["path"] == "/files?page=2")
    modify(step, tools, user, repository)
    move_files(recorder, connect, user)


def modify(step, tools, user, repository):
    seen = []

    @schema_modifier(tools=[ISSUE])
    def shorten(tool, toolkit, schema):
        schema.description = "Changed here"
        return schema

    @before_execute(toolkits=["github"])
    def retitle(tool, toolkit, params):
        seen.append((tool, toolkit))
        params["arguments"]["title"] = "Changed before"
        return params

    @after_execute
    def keep_title(tool, toolkit, response):
        return {**response, "data": {"title": response["data"]["title"]}}

    modifiers = [shorten, retitle, keep_title]
    step("a schema modifier", lambda: tools.get(user, tools=[READ, ISSUE], modifiers=modifiers), lambda items: {tool["function"]["name"]: tool["function"]["description"] == "Changed here" for tool in items} == {READ: False, ISSUE: True})
    step("modifiers before and after", lambda: tools.execute(ISSUE, {**repository, "title": "Mine"}, user_id=user, modifiers=modifiers, **latest), lambda answer: answer["data"] == {"title": "Changed before"} and seen == [(ISSUE, "github")])


def move_files(recorder, connect, user):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="python-sdk-files-"))
    report, other = folder / "batch.jsonl", folder / "other.jsonl"
    report.write_text("a report")
    other.write_text("another report")
    sdk = connect(dangerously_allow_auto_upload_download_files=True, file_upload_dirs=[str(folder)], file_download_dir=str(folder / "downloads"))
    tools = recorder.noted("tools", sdk.tools)
    contexts = []

    @before_file_upload
    def choose(context):
        contexts.append((context["source"], context["tool"], context["toolkit"]))
        return str(other)

    upload = lambda **more: tools.execute(UPLOAD, {"file": str(report), "purpose": "batch"}, user_id=user, **latest, **more)
    recorder.run("a file for a tool", lambda: upload(), lambda answer: answer["successful"] is True and "a report" in str(answer["data"]))
    recorder.run("before_file_upload takes another file", lambda: upload(modifiers=[choose]), lambda answer: "another report" in str(answer["data"]) and contexts == [("path", UPLOAD, "openai")])
    recorder.run("before_file_upload refuses a file", lambda: refused(lambda: upload(modifiers=[before_file_upload(lambda context: False)]), "FileUploadAbortedError"), is_refused)
    recorder.run("a file of a tool", lambda: tools.execute(DOWNLOAD, {"file_id": "file-1"}, user_id=user, **latest), lambda answer: "a recording" in [path.read_text() for path in (folder / "downloads").rglob("*") if path.is_file()])
