"""What helper files do that others wrote for sandboxes of their own: plain requests to the session, with either kind of key."""
import json
import os
import urllib.request
import uuid

KEY = os.environ.get("COMPOSIO_WORKBENCH_ACCESS_KEY")
HEADER = {"x-session-access-key": KEY} if KEY else {"x-api-key": os.environ["COMPOSIO_API_KEY"]}


def post(what, body):
    url = "%s/api/v3/tool_router/session/%s/%s" % (os.environ["BACKEND_URL"], os.environ["COMPOSIO_TOOLROUTER_SESSION_ID"], what)
    headers = {**HEADER, "content-type": "application/json", "x-request-id": str(uuid.uuid4())}
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")) as answer:
        return json.load(answer)


messages = [{"role": "user", "content": "Say hello."}]
chat = {"model": "openai/gpt-oss-120b", "messages": messages, "temperature": 0.2}
tool = post("execute", {"tool_slug": "LOOPBACK_GET_PARCEL", "arguments": {"parcel_id": "p1"}})
said = post("execute", {"tool_slug": "COMPOSIO_SEARCH_GROQ_CHAT", "arguments": chat})
found = post("execute", {"tool_slug": "COMPOSIO_SEARCH_EXA_ANSWER", "arguments": {"content": "rain in Bonn"}})
sent = post("proxy_execute", {"toolkit_slug": "loopback", "endpoint": "/parcels", "method": "GET"})
print(json.dumps({
    "tool": [tool["error"], tool["data"]["parcel"]],
    "said": said["data"]["choices"][0]["message"]["content"],
    "found": found["data"]["answer"],
    "sent": [sent["status"], sent["data"]["parcel"]],
}))
