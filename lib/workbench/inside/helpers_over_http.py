"""The helpers in a sandbox of one's own: over HTTP, with the access key of one session. Stands at the end of
workbench_helpers.py where that is downloaded, and needs nothing but Python. Three variables of the environment say where
and who: BACKEND_URL, COMPOSIO_TOOLROUTER_SESSION_ID, COMPOSIO_WORKBENCH_ACCESS_KEY.
"""

import mimetypes
import random
import tempfile
import time
import urllib.parse
import uuid

MOST_TRIES = 4
MOST_PAUSE = 30
CALL_SECONDS = 120
LLM = "COMPOSIO_SEARCH_GROQ_CHAT"
SEARCH = "COMPOSIO_SEARCH_EXA_ANSWER"


def _required(name):
    value = os.environ.get(name, "")
    if not value:
        raise OSError("%s is not set in the environment" % name)
    return value


def _exchange(method, url, body, headers):
    """One request on a connection of its own. Redirects are not followed: the key goes to the server that is named."""
    parts = urllib.parse.urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=CALL_SECONDS)
    try:
        connection.request(method, parts.path + ("?" + parts.query if parts.query else ""), body, headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


def _pause(headers, tries):
    try:
        seconds = float(headers.get("retry-after", ""))
    except ValueError:
        seconds = 2.0**tries * (0.5 + random.random())
    return min(max(seconds, 0.1), MOST_PAUSE)


def _in_session(path, payload):
    """Asks the session. Only what was refused for its number is sent again: anything else may have been carried out."""
    session = urllib.parse.quote(_required("COMPOSIO_TOOLROUTER_SESSION_ID"), safe="")
    url = "%s/api/v3/tool_router/session/%s/%s" % (_required("BACKEND_URL").rstrip("/"), session, path)
    headers = {
        "content-type": "application/json",
        "x-session-access-key": _required("COMPOSIO_WORKBENCH_ACCESS_KEY"),
        "x-request-id": str(uuid.uuid4()),
    }
    for tries in range(MOST_TRIES):
        status, heads, answer = _exchange("POST", url, json.dumps(payload).encode(), headers)
        if status != 429 or tries == MOST_TRIES - 1:
            break
        time.sleep(_pause(heads, tries))
    try:
        value = json.loads(answer)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise http.client.HTTPException("it answered with status %d, and no JSON" % status)
    return status, value


def _said(status, answer):
    """Why there is no result, in words; an empty text where there is one."""
    error = answer.get("error")
    if isinstance(error, dict):
        message = str(error.get("message") or "")
        more = [str(one) for one in error.get("errors") or [] if str(one) not in message]
        return " ".join(part for part in [message, *more, str(error.get("suggested_fix") or "")] if part)
    return str(error or ("" if status < 400 else "The server answered with status %d." % status))


def _run(payload):
    status, answer = _in_session("execute", payload)
    error = _said(status, answer)
    kept = {name: answer[name] for name in ("data", "successful", "log_id") if name in answer}
    return {"data": {} if status >= 400 else {**kept, "error": error or None}, "error": error}


def _proxy(payload):
    given = {"query": payload.get("query_params") or {}, "header": payload.get("headers") or {}}
    text = lambda value: json.dumps(value) if isinstance(value, (dict, list, bool)) else str(value)
    parameters = [
        {"name": name, "value": text(value), "type": kind} for kind, values in given.items() for name, value in values.items()
    ]
    sent = {"toolkit_slug": payload["toolkit"], "endpoint": payload["endpoint"], "method": str(payload["method"]).upper()}
    body = {"body": payload["body"]} if "body" in payload else {}
    status, answer = _in_session("proxy_execute", {**sent, **body, "parameters": parameters})
    if status >= 400:
        return {"data": None, "error": _said(status, answer)}
    try:
        code = int(answer.get("status") or 0)
    except (TypeError, ValueError):
        code = 0
    return {"data": answer, "error": "The app answered with status %d." % code if code >= 400 else ""}


def _ask_llm(payload):
    done = _run({"tool_slug": LLM, "arguments": {"messages": [{"role": "user", "content": payload["query"]}]}})
    if done["error"]:
        return {"data": "", "error": done["error"]}
    return {"data": done["data"]["data"]["choices"][0]["message"]["content"], "error": ""}


def _search(payload):
    done = _run({"tool_slug": SEARCH, "arguments": {"content": payload["query"]}})
    return {"data": "", "error": done["error"]} if done["error"] else {"data": done["data"]["data"]["answer"], "error": ""}


def _link(payload):
    status, answer = _in_session("mounts/files/download_url", {"mount_relative_path": payload["path"]})
    return {"data": answer.get("download_url", ""), "error": _said(status, answer)}


_WAYS = {
    "run_composio_tool": _run,
    "proxy_execute": _proxy,
    "invoke_llm": _ask_llm,
    "web_search": _search,
    "get_mount_file_url": _link,
}


def ask_server(name, payload):
    try:
        return 200, _WAYS[name](payload)
    except (KeyError, IndexError, TypeError) as problem:
        raise http.client.HTTPException("its answer could not be read (%s)" % type(problem).__name__)


def _put(path, url):
    headers = {"content-type": "application/octet-stream", "content-length": str(os.path.getsize(path))}
    with open(path, "rb") as file:
        status, _, answer = _exchange("PUT", url, file, headers)
    return "" if status < 400 else "The file was not taken: %s" % (answer[:300].decode(errors="replace") or status)


def _share(path):
    """The file goes to the session's files; the address is that of a copy."""
    name = os.path.basename(path)
    relative = ".composio/uploads/" + name
    try:
        status, target = _in_session("mounts/files/upload_url", {"mount_relative_path": relative})
        error = _put(path, target["upload_url"]) if "upload_url" in target else _said(status, target)
        linked = {"data": "", "error": error} if error else _link({"path": relative})
    except (OSError, http.client.HTTPException) as problem:
        return {}, "The file could not be sent: %s" % (str(problem) or type(problem).__name__)
    if linked["error"]:
        return {}, linked["error"]
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    told = {"s3_url": linked["data"], "uploaded_file": name, "type": kind, "id": uuid.uuid4().hex, "s3key": relative}
    return {**told, "message": "%s is stored. Give s3_url to the user: it works for an hour." % name}, ""


# Archives are made here: the session's files are on the server.
UPLOADS = tempfile.mkdtemp(prefix="workbench-")
