"""The packages for frameworks that take long to load: OpenAI Agents, Vertex AI, Gemini and CrewAI."""
import asyncio
import json
from types import SimpleNamespace

from composio_crewai import CrewAIProvider
from composio_gemini import GeminiProvider
from composio_google import GoogleProvider
from composio_openai_agents import OpenAIAgentsProvider
from google.genai import types as genai

READ = "GITHUB_GET_A_REPOSITORY"


def run(recorder, composio, connect, drive):
    user, repository, step = drive["user"], drive["repository"], recorder.run
    text = json.dumps(repository)
    is_read = lambda answer: answer["successful"] is True and answer["data"]["name"] == repository["repo"]

    sdk = connect(provider=OpenAIAgentsProvider())
    tools = step("composio_openai_agents: tools", lambda: sdk.tools.get(user, tools=[READ]), lambda tools: tools[0].name == READ)
    step("composio_openai_agents: a call", lambda: asyncio.run(tools[0].on_invoke_tool(None, text)), lambda answer: repository["repo"] in str(answer))

    sdk = connect(provider=GoogleProvider())
    step("composio_google: tools", lambda: sdk.tools.get(user, tools=[READ]), lambda tools: tools[0].to_dict()["name"] == READ)
    step("composio_google: a call", lambda: sdk.provider.execute_tool_call(user, SimpleNamespace(name=READ, args=repository)), is_read)

    sdk = connect(provider=GeminiProvider())
    tools = step("composio_gemini: tools", lambda: sdk.tools.get(user, tools=[READ]), lambda tools: tools[0].__name__ == READ)
    step("composio_gemini: a call", lambda: tools[0](**repository), lambda answer: repository["repo"] in str(answer))
    part = genai.Part(function_call=genai.FunctionCall(name=READ, args=repository))
    content = genai.GenerateContentResponse(candidates=[genai.Candidate(content=genai.Content(parts=[part]))])
    step("composio_gemini: calls of a response", lambda: sdk.provider.handle_response(content), lambda answer: answer[1] is True and repository["repo"] in str(answer[0][0].function_response.response))

    sdk = connect(provider=CrewAIProvider())
    tools = step("composio_crewai: tools", lambda: sdk.tools.get(user, tools=[READ]), lambda tools: tools[0].name == READ)
    step("composio_crewai: a call", lambda: tools[0].run(**repository), lambda answer: repository["repo"] in str(answer))
