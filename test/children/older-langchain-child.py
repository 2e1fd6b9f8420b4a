"""Runs the unmodified composio_langchain of Python with a model that follows a script. Prints one JSON object: what was
done to "ok", or the error. The address and the key come from the environment.
"""
import json

from composio_langchain import Action, App, ComposioToolSet
from langchain_openai import ChatOpenAI

SELF = Action.GITHUB_GET_THE_AUTHENTICATED_USER
results = {}
toolset = ComposioToolSet()


def run(name, work, check):
    try:
        value = work()
        results[name] = "ok" if check(value) else "unexpected: " + repr(value)[:300]
    except BaseException as error:
        results[name] = f"{type(error).__name__}: {error}"[:400]


def ask():
    tools = toolset.get_tools(actions=[SELF])
    answer = ChatOpenAI(model="gpt-4o-mini").bind_tools(tools).invoke("What is my GitHub username?")
    by_name = {tool.name: tool for tool in tools}
    return [by_name[call["name"]].invoke(call["args"]) for call in answer.tool_calls]


run("a model calls a tool", ask, lambda answers: answers[0]["data"]["login"] == "octocat")
run("all tools of an app", lambda: toolset.get_tools(apps=[App.GITHUB]), lambda tools: len(tools) > 10)
run("a tool under an older name", lambda: toolset.get_tools(actions=[Action.GITHUB_CREATE_ISSUE]), lambda tools: len(tools) == 1)
print(json.dumps(results))
