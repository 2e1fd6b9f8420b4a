"""Drives the unmodified composio_core and composio_openai of Python: each method once. Prints one JSON object: name to
"ok", or the error. Arguments: base URL, API key, account ID, app's login.
"""
import json
import sys

from composio import Composio, Action, App, Trigger, ComposioToolSet
from composio_openai import ComposioToolSet as OpenAIToolSet

base, key, account, login = sys.argv[1:5]
results = {}
answers = {}


def run(name, work, check=lambda v: v is not None):
    try:
        value = work()
        answers[name] = value
        results[name] = "ok" if check(value) else "unexpected: " + repr(value)[:300]
    except BaseException as error:
        results[name] = f"{type(error).__name__}: {error}"[:400]


TOOL = "GITHUB_GET_THE_AUTHENTICATED_USER"
is_full = lambda value: len(value) > 0
is_self = lambda answer: answer.get("successful") is True and answer["data"].get("login") == login
run("ComposioToolSet", lambda: ComposioToolSet(api_key=key, base_url=base + "/api", entity_id="ada"))
toolset = answers.get("ComposioToolSet")
run("Composio", lambda: Composio(api_key=key, base_url=base + "/api"))
client = answers.get("Composio")
run("apps.get", lambda: client.apps.get(), is_full)
run("apps.get one", lambda: client.apps.get(name="github"), lambda a: a.key == "github")
run("actions.get", lambda: client.actions.get(apps=[App.GITHUB], limit=5), is_full)
run("triggers.get", lambda: client.triggers.get(trigger_names=["GITHUB_COMMIT_EVENT"]), is_full)
run("integrations.create", lambda: client.integrations.create(app_id="github", name="py", auth_mode="BEARER_TOKEN", use_composio_auth=False, force_new_integration=True))
integ = answers.get("integrations.create")
run("integrations.get", lambda: client.integrations.get(), is_full)
run("integrations.get one", lambda: client.integrations.get(id=integ.id), lambda i: i.id == integ.id)
run("connected_accounts.initiate", lambda: client.connected_accounts.initiate(integration_id=integ.id, entity_id="grace", params={"token": "a-token-of-grace"}))
conn = answers.get("connected_accounts.initiate")
run("wait_until_active", lambda: conn.wait_until_active(client=client, timeout=10), lambda a: a.status == "ACTIVE")
run("connected_accounts.get", lambda: client.connected_accounts.get(), is_full)
run("connected_accounts.get one", lambda: client.connected_accounts.get(connection_id=account), lambda a: a.id == account)
run("connected_accounts.info", lambda: client.connected_accounts.info(account))
run("get_entity", lambda: client.get_entity("ada"))
e = answers.get("get_entity")
run("entity.get_connection", lambda: e.get_connection(app="github"), lambda a: a.appUniqueId == "github")
run("entity.get_connections", lambda: e.get_connections(), is_full)
run("entity.execute", lambda: e.execute(action=Action.GITHUB_GET_THE_AUTHENTICATED_USER, params={}), is_self)
run("entity.initiate_connection", lambda: e.initiate_connection(app_name="github", auth_mode="BEARER_TOKEN", auth_config={}))
run("entity.enable_trigger", lambda: e.enable_trigger(app=App.GITHUB, trigger_name="GITHUB_COMMIT_EVENT", config={"owner": login, "repo": "hello-world"}))
trig = (answers.get("entity.enable_trigger") or {}).get("triggerId", "")
run("entity.get_active_triggers", lambda: e.get_active_triggers())
run("active_triggers.get", lambda: client.active_triggers.get(), is_full)
run("entity.disable_trigger", lambda: e.disable_trigger(trig))
run("toolset.get_tools", lambda: OpenAIToolSet(api_key=key, base_url=base + "/api", entity_id="ada").get_tools(actions=[Action.GITHUB_GET_THE_AUTHENTICATED_USER]), is_full)
run("toolset.get_tools of an app", lambda: OpenAIToolSet(api_key=key, base_url=base + "/api", entity_id="ada").get_tools(apps=[App.GITHUB]), is_full)
run("toolset.execute_action", lambda: toolset.execute_action(action=Action.GITHUB_GET_THE_AUTHENTICATED_USER, params={}), is_self)
run("toolset.execute_action with an account", lambda: toolset.execute_action(action=TOOL, params={}, connected_account_id=account), is_self)
run("toolset.execute_action without an account", lambda: toolset.execute_action(action=Action.HACKERNEWS_GET_USER, params={"username": "pg"}), lambda v: "successful" in v)
run("toolset.get_action_schemas", lambda: toolset.get_action_schemas(actions=[TOOL]), is_full)
run("toolset.find_actions_by_use_case", lambda: toolset.find_actions_by_use_case(App.GITHUB, use_case="create an issue"), is_full)
run("toolset.find_actions_by_use_case advanced", lambda: toolset.find_actions_by_use_case(use_case="create an issue", advanced=True), is_full)
run("toolset.get_entity", lambda: toolset.get_entity("ada"))
run("toolset.get_connected_accounts", lambda: toolset.get_connected_accounts(), is_full)
run("toolset.get_connected_account", lambda: toolset.get_connected_account(account), lambda a: a.id == account)
run("toolset.get_integrations", lambda: toolset.get_integrations(), is_full)
run("toolset.get_integration", lambda: toolset.get_integration(integ.id), lambda i: i.id == integ.id)
run("toolset.create_integration", lambda: toolset.create_integration(app=App.GITHUB, auth_mode="BEARER_TOKEN", use_composio_oauth_app=False))
run("toolset.initiate_connection", lambda: toolset.initiate_connection(integration_id=integ.id, entity_id="grace", connected_account_params={"token": "a-token-of-grace-2"}))
run("toolset.get_auth_schemes", lambda: toolset.get_auth_schemes(app=App.SHOPIFY), is_full)
run("toolset.get_expected_params_for_user", lambda: toolset.get_expected_params_for_user(app=App.GITHUB))
run("toolset.get_auth_params", lambda: toolset.get_auth_params(connection_id=account))
run("toolset.get_apps", lambda: toolset.get_apps(), is_full)
run("toolset.get_app", lambda: toolset.get_app("github"), lambda a: a.key == "github")
run("toolset.get_trigger", lambda: toolset.get_trigger("GITHUB_COMMIT_EVENT"))
run("toolset.get_trigger_config_scheme", lambda: toolset.get_trigger_config_scheme("GITHUB_COMMIT_EVENT"))
run("toolset.get_active_triggers", lambda: toolset.get_active_triggers())
run("toolset.delete_trigger", lambda: toolset.delete_trigger(trig))
run("toolset.execute_request", lambda: toolset.execute_request(endpoint="/user", method="GET", connection_id=account, parameters=[]), is_self)
run("integrations.remove", lambda: client.integrations.remove(integ.id) or True)
print(json.dumps(results))
