"""Runs the unmodified composio_crewai of Python with a model that follows a script. Prints one JSON object: what was
done to "ok", or the error. The address and the key come from the environment.
"""
import json
import os

# CrewAI would report to its maker.
os.environ.update({"CREWAI_DISABLE_TELEMETRY": "true", "OTEL_SDK_DISABLED": "true"})

from crewai import LLM, Agent, Crew, Task  # noqa: E402
from composio_crewai import Action, App, ComposioToolSet  # noqa: E402

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
    answers = []
    tools = toolset.get_tools(actions=[SELF], processors={"post": {SELF: lambda answer: answers.append(answer) or answer}})
    agent = Agent(role="GitHub agent", goal="Act on GitHub", backstory="You use GitHub.", tools=tools, llm=LLM(model="gpt-4o-mini"))
    task = Task(description="What is my GitHub username?", agent=agent, expected_output="A username")
    said = Crew(agents=[agent], tasks=[task]).kickoff().raw
    return answers, said


def is_self(value):
    answers, said = value
    return answers[0]["data"]["login"] == "octocat" and said == "Done."


run("an agent of a crew calls a tool", ask, is_self)
run("all tools of an app", lambda: toolset.get_tools(apps=[App.GITHUB]), lambda tools: len(tools) > 10)
print(json.dumps(results))
