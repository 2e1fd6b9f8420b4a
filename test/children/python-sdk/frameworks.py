"""The packages for OpenAI and LangChain: each gives tools in its own form, and executes what a model asks for."""
import json

from composio_langchain import LangchainProvider
from composio_openai import OpenAIProvider, OpenAIResponsesProvider
from openai.types.chat import ChatCompletion
from openai.types.responses import Response, ResponseFunctionToolCall

READ = "GITHUB_GET_A_REPOSITORY"


def run(recorder, composio, connect, drive):
    user, repository, step = drive["user"], drive["repository"], recorder.run
    text = json.dumps(repository)
    is_read = lambda answer: answer["successful"] is True and answer["data"]["name"] == repository["repo"]
    call = {"id": "call_1", "type": "function", "function": {"name": READ, "arguments": text}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    completion = ChatCompletion.model_validate(
        {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}]}
    )

    sdk = connect(provider=OpenAIProvider())
    provider = recorder.noted("provider", sdk.provider)
    raw = sdk.tools.get_raw_composio_tools(tools=[READ])
    step("provider.wrap_tool", lambda: provider.wrap_tool(raw[0]), lambda tool: tool["function"]["name"] == READ)
    step("provider.wrap_tools", lambda: provider.wrap_tools(raw), lambda tools: len(tools) == 1)
    step("provider.handle_tool_calls", lambda: provider.handle_tool_calls(user, completion), lambda answers: [is_read(answer) for answer in answers] == [True])
    step("provider.execute_tool_call", lambda: provider.execute_tool_call(user, completion.choices[0].message.tool_calls[0]), is_read)
    session = sdk.create(user_id=user, toolkits=["github"], preload={"tools": [READ]})
    step("provider.handle_tool_calls of a session", lambda: provider.handle_tool_calls(response=completion, session=session), lambda answers: [is_read(answer) for answer in answers] == [True])

    sdk = connect(provider=OpenAIResponsesProvider())
    item = ResponseFunctionToolCall(type="function_call", call_id="call_1", name=READ, arguments=text)
    response = Response.model_construct(output=[item])
    step("composio_openai: the responses API", lambda: sdk.tools.get(user, tools=[READ]), lambda tools: tools[0]["name"] == READ)
    step("composio_openai: calls of a response", lambda: sdk.provider.handle_tool_calls(user_id=user, response=response), lambda answers: repository["repo"] in str(answers))

    sdk = connect(provider=LangchainProvider())
    tools = step("composio_langchain: tools", lambda: sdk.tools.get(user, tools=[READ]), lambda tools: tools[0].name == READ)
    step("composio_langchain: a call", lambda: tools[0].invoke(repository), lambda answer: repository["repo"] in str(answer))
    tools = step("composio_langchain: tools of a session", lambda: sdk.create(user_id=user).tools(), lambda tools: "COMPOSIO_SEARCH_TOOLS" in [tool.name for tool in tools])
    queries = {"queries": [{"use_case": "read a repository"}], "session": {"generate_id": True}}
    search = lambda: next(tool for tool in tools if tool.name == "COMPOSIO_SEARCH_TOOLS").invoke(queries)
    step("composio_langchain: a call in a session", search, lambda answer: READ in str(answer))
