"""Auth configs, connected accounts, keys for sealed credentials, MCP servers and custom toolkits."""
from recorder import is_refused, refused

latest = {"dangerously_skip_version_check": True}


def run(recorder, composio, connect, drive):
    user, step = drive["user"], recorder.run
    configs = composio.auth_configs
    options = {"type": "use_custom_auth", "auth_scheme": "BEARER_TOKEN", "name": "Of Python", "credentials": {"base_url": drive["echo"]}}
    config = step("auth_configs.create", lambda: configs.create("github", options), lambda answer: answer.id.startswith("ac_"))
    step("auth_configs.get", lambda: configs.get(config.id), lambda answer: answer.name == "Of Python" and answer.status == "ENABLED")
    step("auth_configs.list", lambda: configs.list(toolkit_slug="github"), lambda page: config.id in [item.id for item in page.items])
    changed = {"type": "custom", "credentials": {"base_url": f"{drive['echo']}/v2"}}
    step("auth_configs.update", lambda: configs.update(config.id, options=changed))
    step("auth_configs.disable", lambda: (configs.disable(config.id), configs.get(config.id).status)[1], lambda status: status == "DISABLED")
    step("auth_configs.enable", lambda: (configs.enable(config.id), configs.get(config.id).status)[1], lambda status: status == "ENABLED")

    accounts = composio.connected_accounts
    token = {"auth_scheme": "BEARER_TOKEN", "val": {"token": "a-token-of-grace-0123456789", "status": "ACTIVE"}}
    request = step("connected_accounts.initiate", lambda: accounts.initiate("grace", config.id, config=token), lambda answer: answer.id.startswith("ca_"))
    waiting = recorder.noted("connection_request", request)
    step("connection_request.wait_for_connection", lambda: waiting.wait_for_connection(timeout=10), lambda account: account.status == "ACTIVE")
    step("connection_request.from_id", lambda: waiting.from_id(request.id, client=composio.client).id, lambda id: id == request.id)
    step("connected_accounts.wait_for_connection", lambda: accounts.wait_for_connection(request.id, timeout=10), lambda account: account.status == "ACTIVE")
    step("connected_accounts.get", lambda: accounts.get(request.id), lambda account: account.auth_config.id == config.id and "a-token-of-grace" not in account.model_dump_json())
    step("connected_accounts.list", lambda: accounts.list(user_ids=["grace"], statuses=["ACTIVE"]), lambda page: [item.id for item in page.items] == [request.id])
    step("connected_accounts.refresh", lambda: accounts.refresh(request.id), lambda answer: answer.id == request.id)
    is_disabled = lambda: accounts.get(request.id).is_disabled
    step("connected_accounts.disable", lambda: (accounts.disable(request.id), is_disabled())[1], lambda value: value is True)
    step("connected_accounts.enable", lambda: (accounts.enable(request.id), is_disabled())[1], lambda value: value is False)
    step("connected_accounts.update_status", lambda: accounts.update_status(request.id, enabled=True), lambda answer: answer.success is True)
    step("connected_accounts.update", lambda: (accounts.update(request.id, alias="work"), accounts.get(request.id).alias)[1], lambda alias: alias == "work")
    other = {**token, "val": {"token": "another-token-0123456789"}}
    step("connected_accounts.update of credentials", lambda: accounts.update(request.id, connection={"state": other}))
    step("initiate a second account", lambda: refused(lambda: accounts.initiate("grace", config.id, config=token), "ComposioMultipleConnectedAccountsError"), is_refused)
    step("connected_accounts.revoke", lambda: accounts.revoke(request.id), lambda answer: answer.connected_account.status == "REVOKED")
    oauth = {"type": "use_custom_auth", "auth_scheme": "OAUTH2", "credentials": {"client_id": "an-app", "client_secret": "a-secret-0123"}}
    app = step("auth_configs.create of an OAuth app", lambda: configs.create("github", oauth))
    link = step("connected_accounts.link", lambda: accounts.link("lin", app.id, callback_url="https://app.example/done"), lambda answer: "/connect/" in answer.redirect_url)
    shared = step("connected_accounts.link of an account for several users", lambda: accounts.link("lin", app.id, allow_multiple=True, experimental={"account_type": "SHARED"}))
    step("connected_accounts.update_acl", lambda: accounts.update_acl(shared.id, allowed_user_ids=["hedy"]))
    step("experimental.update_acl", lambda: composio.experimental.update_acl(shared.id, allow_all_users=True))
    step("toolkits.authorize", lambda: composio.toolkits.authorize(user_id="lin2", toolkit="gmail"), lambda answer: answer.id.startswith("ca_"))
    step("connected_accounts.complete_auth of an unknown sign-in", lambda: refused(lambda: accounts.complete_auth(user_id="lin", session_uri="cs_unknown"), 404), is_refused)
    step("connected_accounts.delete", lambda: accounts.delete(link.id), lambda answer: answer.success is True)
    step("connected_accounts.get of a deleted account", lambda: refused(lambda: accounts.get(link.id), 404), is_refused)
    step("auth_configs.delete", lambda: configs.delete(app.id))
    step("keyring.list_transfer_keys", lambda: composio.keyring.list_transfer_keys(), lambda answer: answer.active_kid in [key.kid for key in answer.keys])
    serve_mcp(recorder, composio, drive)
    add_toolkits(step, composio, drive)


def serve_mcp(recorder, composio, drive):
    step, mcp = recorder.run, composio.mcp
    tools = ["GITHUB_GET_A_REPOSITORY", "GITHUB_LIST_REPOSITORY_ISSUES"]
    server = step("mcp.create", lambda: mcp.create("of-python", toolkits=["github"], allowed_tools=tools), lambda answer: answer.id)
    step("mcp.generate of a created server", lambda: server.generate(drive["user"]), lambda instance: instance["url"].startswith(drive["url"]))
    step("mcp.get", lambda: mcp.get(server.id), lambda answer: answer.name == "of-python" and sorted(answer.allowed_tools) == sorted(tools))
    step("mcp.list", lambda: mcp.list(name="of-python"), lambda page: [item.id for item in page["items"]] == [server.id])
    step("mcp.update", lambda: (mcp.update(server.id, name="renamed", toolkits=["github", "gmail"], allowed_tools=tools[:1]), mcp.get(server.id))[1], lambda answer: answer.name == "renamed" and answer.allowed_tools == tools[:1])
    step("mcp.generate", lambda: mcp.generate(drive["user"], server.id), lambda instance: instance["url"].startswith(drive["url"]) and instance["allowed_tools"] == tools[:1])
    step("mcp.delete", lambda: mcp.delete(server.id), lambda answer: answer == {"id": server.id, "deleted": True})


def add_toolkits(step, composio, drive):
    custom, tool = composio.experimental.custom_toolkits, "CUSTOM_OF_PYTHON_WRITE_NOTE"
    config = {"name": "Notes", "app_url": drive["mcp"], "auth_schemes": [{"mode": "NO_AUTH"}]}
    step("experimental.custom_toolkits.upsert", lambda: custom.upsert(slug="of python", toolkit_config=config), lambda answer: answer.slug == "CUSTOM_OF_PYTHON")
    step("experimental.custom_toolkits.sync", lambda: custom.sync("CUSTOM_OF_PYTHON"), lambda answer: answer.synced_count == 1)
    step("execute of a custom toolkit", lambda: composio.tools.execute(tool, {"text": "milk"}, user_id=drive["user"], **latest), lambda answer: answer["successful"] is True)
    step("experimental.custom_toolkits.delete", lambda: custom.delete("CUSTOM_OF_PYTHON"), lambda answer: answer.deleted is True)
