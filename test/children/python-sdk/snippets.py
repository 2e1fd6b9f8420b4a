"""Programs in the way of the SDK's public documents on tools: names of methods and options as they are there."""
import json

from composio import after_execute, before_execute, before_file_upload, schema_modifier
from composio.client.types import Tool
from composio.core.models.tools import ToolExecuteParams, ToolExecutionResponse

READ, ISSUE = "GITHUB_GET_A_REPOSITORY", "GITHUB_CREATE_ISSUE"


def run(recorder, composio, connect, drive):
    user, repository, step = drive["user"], drive["repository"], recorder.run
    printed = []

    @before_execute
    def log_request(tool: str, toolkit: str, params: ToolExecuteParams) -> ToolExecuteParams:
        printed.append(f"{tool} of {toolkit}: {params['arguments']}")
        return params

    @after_execute
    def log_response(tool: str, toolkit: str, response: ToolExecutionResponse) -> ToolExecutionResponse:
        if not response["successful"]:
            printed.append(f"{tool} failed: {response['error']}")
        return response

    @schema_modifier
    def simplify_schema(tool: str, toolkit: str, schema: Tool) -> Tool:
        schema.description = schema.description[:20]
        return schema

    @before_file_upload
    def validate_upload(context):
        return context["path"]

    @before_execute(toolkits=["github"])
    def github_only(tool, toolkit, params):
        params["arguments"]["title"] = "Only for GitHub"
        return params

    sdk = connect(toolkit_versions="latest")
    modifiers = [simplify_schema, log_request, log_response, validate_upload]
    fetch = lambda: sdk.tools.get(user_id=user, toolkits=["github"], modifiers=modifiers, limit=20)
    step("a snippet: schemas are shortened", fetch, lambda tools: len(tools) == 20 and all(len(tool["function"]["description"]) <= 20 for tool in tools))
    options = {"user_id": user, "modifiers": [log_request, log_response], "dangerously_skip_version_check": True}
    step("a snippet: a request is logged", lambda: sdk.tools.execute(slug=READ, arguments=repository, **options), lambda answer: answer["successful"] and READ in printed[-1])
    step("a snippet: a failure is logged", lambda: sdk.tools.execute(slug=READ, arguments={**repository, "repo": "nothing"}, **options), lambda answer: not answer["successful"] and "failed" in printed[-1])
    step("a snippet: a modifier for one toolkit", lambda: sdk.tools.execute(ISSUE, {**repository, "title": "a"}, user_id=user, modifiers=[github_only], dangerously_skip_version_check=True), lambda answer: answer["data"]["title"] == "Only for GitHub")
    step("a snippet: the three fields of an answer", lambda: sdk.tools.execute(READ, repository, user_id=user, dangerously_skip_version_check=True), lambda answer: set(answer) >= {"data", "error", "successful"} and answer["error"] is None)

    def work():
        """The loop of an agent: a model's calls are executed at the version of the toolkit that the program names."""
        version = sdk.tools.get_raw_composio_tool_by_slug(READ).version
        pinned = connect(toolkit_versions={"github": version})
        calls = [{"name": READ, "arguments": json.dumps(repository)}]
        return [pinned.tools.execute(slug=call["name"], arguments=json.loads(call["arguments"]), user_id=user, modifiers=[log_response]) for call in calls]

    step("a snippet: the loop of an agent", work, lambda answers: [answer["successful"] for answer in answers] == [True])
