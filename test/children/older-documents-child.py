"""Runs, with the unmodified composio_core and composio_openai, what the code blocks of the older documents do: one
program for the blocks that make the same calls. Prints one JSON object: the numbers of the blocks to "ok", or the
error. The address and the key come from the environment, as in the documents.
"""
import json
import os
import sys
import typing as t
import urllib.request

from composio import Action, App, action
from composio.client.collections import CustomAuthParameter
from composio_openai import ComposioToolSet
from openai import OpenAI

settings = json.loads(os.environ["OLDER_PROGRAMS"])
results = {}
answers = {}
SELF = Action.GITHUB_GET_THE_AUTHENTICATED_USER
USER = "user-of-python"


def run(name, work, check=lambda value: value is not None):
    try:
        answers[name] = value = work()
        results[name] = "ok" if check(value) else "unexpected: " + repr(value)[:300]
    except BaseException as error:
        results[name] = f"{type(error).__name__}: {error}"[:400]


def visit(address):
    """Somebody opens the address and consents."""
    urllib.request.urlopen(urllib.request.Request(settings["person"], data=address.encode())).read()


def consented(request):
    visit(request.redirectUrl)
    return request.wait_until_active(client=toolset.client, timeout=20)


is_active = lambda account: account.status == "ACTIVE"
is_self = lambda answer: answer["successful"] is True and answer["data"]["login"] == "octocat"
is_issue = lambda answer: answer["successful"] is True and "issues" in answer["data"]["html_url"]
issue = lambda title: {"owner": "octocat", "repo": "hello-world", "title": title, "body": "made by a program"}
toolset = ComposioToolSet()
client = OpenAI()


# Users and their accounts.
integrations = settings["integrations"]
run("default user", lambda: [consented(toolset.initiate_connection(integration_id=integrations[app], entity_id="default")) for app in ("github", "slack", "gmail")])
run("67 69 71 77 83", lambda: consented(toolset.get_entity(id=USER).initiate_connection(app_name=App.GITHUB)), is_active)
mine = answers.get("67 69 71 77 83")
run("73", lambda: toolset.execute_action(action=SELF, params={}, entity_id=USER), is_self)
run("75", lambda: toolset.execute_action(action=SELF, params={}, connected_account_id=mine.id), is_self)
run("85 91 93", lambda: consented(toolset.initiate_connection(integration_id=integrations["gmail"], entity_id=USER)), is_active)
run("85", lambda: toolset.initiate_connection(app=App.GITHUB, entity_id=USER).redirectUrl)
run("87", lambda: toolset.client.connected_accounts.get(entity_ids=[USER], active=True), lambda list: {"github", "gmail"} == {one.appName for one in list})
run("89", lambda: toolset.get_connected_account(mine.id), lambda one: one.appName == "github" and is_active(one))
run("95", lambda: toolset.get_entity(USER).initiate_connection(app_name=App.GMAIL), lambda one: one.redirectUrl and one.connectionStatus == "INITIATED")
run("81", lambda: toolset.create_integration(app=App.GITHUB, auth_mode="OAUTH2", use_composio_oauth_app=True), lambda one: one.id.startswith("ac_"))
shopify = integrations["shopify"]
run("98", lambda: toolset.get_expected_params_for_user(app=App.SHOPIFY, auth_scheme="API_KEY", integration_id=shopify), lambda one: len(one["expected_params"]) > 0)
run("100", lambda: toolset.initiate_connection(integration_id=shopify, entity_id=USER, auth_scheme="API_KEY", connected_account_params={"api_key": "a-key", "subdomain": "engines"}), lambda one: one.connectionStatus == "ACTIVE")
own_app = {"client_id": "12345678", "client_secret": "12345678", "redirect_uri": "https://yourapp.com/redirect"}


def white_label():
    integration = toolset.create_integration(app=App.GOOGLECALENDAR, auth_mode="OAUTH2", use_composio_oauth_app=False, auth_config=own_app)
    return toolset.get_entity("default").initiate_connection(app_name=App.GOOGLECALENDAR, integration=integration).redirectUrl


run("103", white_label)
run("105", lambda: toolset.get_entity("0000").initiate_connection(app_name=App.GOOGLECALENDAR, auth_mode="OAUTH2", use_composio_auth=False, redirect_url="https://yourapp.com/thread/1").redirectUrl)


# Tools, given to a model and executed.
def ask(tools, task):
    return client.chat.completions.create(model="gpt-4o-mini", messages=[{"role": "user", "content": task}], tools=tools, tool_choice="auto")


run("15 17 19 22 24 26 28", lambda: toolset.handle_tool_calls(ask(toolset.get_tools(actions=[SELF]), "What is my GitHub username?")), lambda list: is_self(list[0]))
run("30", lambda: toolset.get_tools(actions=[Action.GITHUB_STAR_A_REPOSITORY_FOR_THE_AUTHENTICATED_USER]), lambda list: len(list) == 1)
run("32", lambda: toolset.get_tools(apps=[App.GITHUB]), lambda list: len(list) > 0)
run("34", lambda: toolset.get_tools(actions=[SELF, Action.GITHUB_LIST_REPOSITORIES_FOR_THE_AUTHENTICATED_USER]), lambda list: len(list) == 2)
run("36", lambda: toolset.get_tools(actions=toolset.find_actions_by_tags(App.JIRA, tags=["Issues"]), check_connected_accounts=False), lambda list: len(list) > 0)
run("38", lambda: toolset.get_tools(actions=toolset.find_actions_by_use_case(App.NOTION, use_case="create a new page in notion")), lambda list: len(list) > 0)
run("40", lambda: json.dumps(toolset.get_action_schemas(actions=[Action.GOOGLECALENDAR_LIST_CALENDARS], check_connected_accounts=False)[0].model_dump()), lambda text: "GOOGLECALENDAR_LIST_CALENDARS" in text)
run("43", lambda: toolset.execute_action(action=Action.GITHUB_CREATE_AN_ISSUE, params=issue("directly")), is_issue)
run("45", lambda: toolset.execute_action(action=Action.GITHUB_CREATE_AN_ISSUE, params=issue("for a user"), entity_id=USER), is_issue)
mail = {"recipient_email": "ada@example.com", "subject": "Hello", "body": "Hello Ada."}
run("47", lambda: toolset.execute_action(action=Action.GMAIL_SEND_EMAIL, params=mail, connected_account_id=answers["85 91 93"].id), lambda one: one["successful"] is True)


# Tools of the program itself.
@action(toolname="calculator")
def multiply_numbers(a: t.Annotated[int, "The first number"], b: t.Annotated[int, "The second number"]) -> int:
    """Multiplies two integers.

    :return product: the product
    """
    return a * b


run("51 53", lambda: [toolset.get_tools(actions=[SELF, multiply_numbers]), toolset.execute_action(multiply_numbers, params={"a": 2, "b": 3})], lambda pair: len(pair[0]) == 2 and "6" in str(pair[1]))


@action(toolname="github")
def list_topics(owner: t.Annotated[str, "Owner"], repo: t.Annotated[str, "Repository"], execute_request: t.Callable) -> dict:
    """Lists the topics of a repository.

    :return topics: the topics
    """
    return {"topics": execute_request(endpoint=f"/repos/{owner}/{repo}/topics", method="GET")}


run("55", lambda: toolset.execute_action(list_topics, params={"owner": "octocat", "repo": "hello-world"}), lambda one: "names" in str(one))


# Processors.
def hide_recipient(properties):
    properties.pop("recipient_email", None)
    return properties


def add_recipient(inputs):
    return {**inputs, "recipient_email": "ada@example.com", "subject": inputs.get("subject", "No subject")}


def only_senders(result):
    return {**result, "data": {"summary": [{"sender": one.get("sender")} for one in result["data"].get("messages", [])]}}


def send_processed():
    SEND = Action.GMAIL_SEND_EMAIL
    tools = toolset.get_tools(actions=[SEND], processors={"schema": {SEND: hide_recipient}, "pre": {SEND: add_recipient}})
    hidden = "recipient_email" not in tools[0]["function"]["parameters"]["properties"]
    return [hidden, toolset.handle_tool_calls(ask(tools, "Say hello."))[0]]


run("57 58 59", send_processed, lambda pair: pair[0] and pair[1]["successful"] is True)


def fetch_processed():
    fetch = Action.GMAIL_FETCH_EMAILS
    tools = toolset.get_tools(actions=[fetch], processors={"post": {fetch: only_senders}})
    return toolset.handle_tool_calls(ask(tools, "Which mails do I have?"))[0]


run("60", fetch_processed, lambda one: len(one["data"]["summary"]) > 0)


# Triggers.
entity = toolset.get_entity(id="default")


def enable_slack():
    toolset.get_trigger("SLACK_RECEIVE_MESSAGE")
    return entity.enable_trigger(app=App.SLACK, trigger_name="SLACK_RECEIVE_MESSAGE", config={})


run("109", enable_slack, lambda one: one["status"] == "success")
run("112 114", lambda: json.loads(toolset.get_trigger("GITHUB_STAR_ADDED_EVENT").config.model_dump_json()), lambda one: {"owner", "repo"} <= set(one["properties"]) and {"owner", "repo"} <= set(one["required"]))
run("115", lambda: entity.enable_trigger(app=App.GITHUB, trigger_name="GITHUB_PULL_REQUEST_EVENT", config={"owner": "octocat", "repo": "hello-world"}), lambda one: one["status"] == "success")


# A bot that answers a message of Slack: blocks 121 to 125, with the event that the callback address brings.
responded = set()


def respond(payload):
    if payload["type"] != "slack_receive_message":
        return None
    data = payload["data"]
    if data["ts"] in responded:
        return None
    responded.add(data["ts"])
    SEND = Action.SLACK_SENDS_A_MESSAGE_TO_A_SLACK_CHANNEL
    in_thread = lambda inputs: {**inputs, "thread_ts": data["ts"], "channel": data["channel"], "mrkdwn": False}
    tools = toolset.get_tools([SEND], processors={"pre": {SEND: in_thread}})
    return toolset.handle_tool_calls(ask(tools, data["text"]), entity_id="default")[0]


run("119 121 122 123 124 125", lambda: respond(settings["message"]), lambda one: one["successful"] is True)


# A token that the program has, in place of an account: last, because it holds for the whole tool set.
def with_token():
    toolset.add_auth(app=App.GITHUB, parameters=[CustomAuthParameter(name="Authorization", in_="header", value="Bearer a-token-of-ada")], base_url=settings["github"])
    return toolset.execute_action(action=Action.GITHUB_CREATE_ISSUE, params=issue("with a token"))


run("49 107", with_token, is_issue)
print(json.dumps(results))
