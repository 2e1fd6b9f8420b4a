"""What a cell can ask of the server. Each function returns (result, error): look at error first.

There is no network in the sandbox. These calls go over a unix socket that only this sandbox has, with a key of its own.
"""

import http.client
import json
import os
import queue
import shutil
import socket
import zipfile

__all__ = [
    "run_composio_tool",
    "invoke_llm",
    "proxy_execute",
    "web_search",
    "upload_local_file",
    "get_mount_file_url",
    "smart_file_extract",
]

SOCKET = "/run/workbench/helpers.sock"
KEY = os.environ.get("COMPOSIO_WORKBENCH_ACCESS_KEY", "")
FILES = "/mnt/files"
UPLOADS = FILES + "/.composio/uploads"
WAIT_SECONDS = 780
MOST_QUERY = 200_000
MOST_PREVIEW = 2000

_connections = queue.LifoQueue(64)


def current_run():
    """The cell that runs; the kernel replaces this. A program that bash runs has the id in its environment, or none."""
    return ""


class _Connection(http.client.HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(SOCKET)


def _send(connection, name, body):
    headers = {"content-type": "application/json", "x-session-access-key": KEY, "x-run-id": str(current_run() or "")}
    connection.request("POST", "/" + name, body, headers)
    response = connection.getresponse()
    return response.status, response.read()


def _take():
    try:
        return _connections.get_nowait(), False
    except queue.Empty:
        return _Connection("workbench", timeout=WAIT_SECONDS), True


def _ask_socket(name, payload):
    """Asks over the sandbox's own socket: the status, and the text of the answer."""
    body = json.dumps(payload).encode()
    while True:
        connection, is_new = _take()
        try:
            status, answer = _send(connection, name, body)
        except (OSError, http.client.HTTPException) as problem:
            connection.close()
            # The server closes connections that were idle for long, before it has read anything of a call.
            if is_new or not isinstance(problem, (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError)):
                raise
            continue
        try:
            _connections.put_nowait(connection)
        except queue.Full:
            connection.close()
        return status, answer


# An interpreter elsewhere puts its own way to the server in its place.
ask_server = _ask_socket


def set_files(folder):
    """Where the files of the session are, if not below /mnt/files."""
    global FILES, UPLOADS
    FILES = os.path.realpath(folder)
    UPLOADS = FILES + "/.composio/uploads"


def _call(name, payload, empty):
    try:
        json.dumps(payload)
    except (TypeError, ValueError) as problem:
        return empty, "The arguments cannot be written as JSON: %s" % problem
    try:
        status, answer = ask_server(name, payload)
    except (OSError, http.client.HTTPException) as problem:
        return empty, "The workbench did not answer: %s" % (str(problem) or type(problem).__name__)
    return _read(status, answer, empty)


def _read(status, answer, empty):
    try:
        answer = answer if isinstance(answer, dict) else json.loads(answer)
        data, error = answer.get("data"), answer.get("error") or ""
    except (ValueError, AttributeError):
        return empty, "The workbench answered with status %d." % status
    return (empty if data is None else data), error or ("" if status < 400 else "The workbench answered with status %d." % status)


def run_composio_tool(tool_slug, arguments=None, *, account=None):
    """Executes a tool of an app. The result has the tool's answer under "data"."""
    name = str(tool_slug).strip().upper()
    if name == "COMPOSIO_SEARCH_TOOLS" or (name.startswith("COMPOSIO_") and not name.startswith("COMPOSIO_SEARCH_")):
        return {}, "%s is a meta tool, which code in the workbench cannot call." % tool_slug
    payload = {"tool_slug": tool_slug, "arguments": arguments or {}}
    return _call("run_composio_tool", {**payload, "account": account} if account else payload, {})


def invoke_llm(query):
    """Asks the language model that the server is configured with; 200,000 characters at most."""
    if len(query) > MOST_QUERY:
        return "", "The query has %d characters; at most %d are allowed." % (len(query), MOST_QUERY)
    return _call("invoke_llm", {"query": query}, "")


def proxy_execute(method, endpoint, toolkit, query_params=None, body=None, headers=None):
    """Sends a request to an app with the user's account of it."""
    payload = {"method": method, "endpoint": endpoint, "toolkit": toolkit,
               "query_params": query_params, "body": body, "headers": headers}
    return _call("proxy_execute", {name: value for name, value in payload.items() if value is not None}, None)


def web_search(query):
    """Searches the web."""
    return _call("web_search", {"query": query}, "")


def _in_files(path):
    """The path below /mnt/files of a file, which is copied there if it is elsewhere: the server sees nothing else."""
    real = os.path.realpath(path)
    if real.startswith(FILES + "/"):
        return real[len(FILES) + 1 :]
    os.makedirs(UPLOADS, exist_ok=True)
    copy = os.path.join(UPLOADS, os.path.basename(real))
    shutil.copyfile(real, copy)
    return copy[len(FILES) + 1 :]


def _zipped(paths):
    os.makedirs(UPLOADS, exist_ok=True)
    target = os.path.join(UPLOADS, "files.zip")
    used = set()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in paths:
            name, number = os.path.basename(path), 1
            while name in used:
                number += 1
                name = "%d-%s" % (number, os.path.basename(path))
            used.add(name)
            archive.write(path, name)
    return target


def _share(path):
    return _call("upload_local_file", {"path": _in_files(path)}, {})


def upload_local_file(*file_paths):
    """Makes a file of the sandbox available to the user by an address; several become one archive."""
    paths = [one for given in file_paths for one in (given if isinstance(given, (list, tuple)) else [given])]
    if not paths:
        return {}, "Name at least one file."
    missing = [str(path) for path in paths if not os.path.isfile(path)]
    if missing:
        return {}, "There is no file %s." % ", ".join(missing)[:1000]
    try:
        return _share(paths[0] if len(paths) == 1 else _zipped(paths))
    except OSError as problem:
        return {}, "The file could not be read: %s" % problem


def get_mount_file_url(file_path):
    """An address from which a file below /mnt/files can be fetched for a while."""
    real = os.path.realpath(os.path.join(FILES, file_path))
    if not real.startswith(FILES + "/"):
        return "", "%s is not below %s." % (file_path, FILES)
    return _call("get_mount_file_url", {"path": real[len(FILES) + 1 :]}, "")


def _pdf(path):
    from pdfminer.high_level import extract_text

    return extract_text(path)


def _docx(path):
    import docx

    document = docx.Document(path)
    rows = ["\t".join(cell.text for cell in row.cells) for table in document.tables for row in table.rows]
    return "\n".join([paragraph.text for paragraph in document.paragraphs] + rows)


def _xlsx(path):
    import openpyxl

    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    lines = []
    for sheet in book.worksheets:
        lines.append("# %s" % sheet.title)
        for row in sheet.iter_rows(values_only=True):
            lines.append("\t".join("" if value is None else str(value) for value in row))
    return "\n".join(lines)


def _pptx(path):
    import re
    import xml.etree.ElementTree as tree

    texts = []
    with zipfile.ZipFile(path) as archive:
        slides = [name for name in archive.namelist() if re.fullmatch(r"ppt/slides/slide\d+\.xml", name)]
        for number, name in enumerate(sorted(slides, key=lambda one: int(re.findall(r"\d+", one)[0])), 1):
            texts.append("# Slide %d" % number)
            texts += [node.text for node in tree.fromstring(archive.read(name)).iter() if node.tag.endswith("}t") and node.text]
    return "\n".join(texts)


def _html(path):
    from bs4 import BeautifulSoup

    with open(path, errors="replace") as file:
        soup = BeautifulSoup(file, "html.parser")
    for part in soup(["script", "style"]):
        part.decompose()
    return soup.get_text("\n", strip=True)


def _picture(path):
    import subprocess

    if not shutil.which("tesseract"):
        raise RuntimeError("Reading text in pictures needs tesseract, which is not installed on this server. Its operator installs it with: npm run workbench:install")
    done = subprocess.run(["tesseract", path, "-"], capture_output=True, text=True, timeout=150)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip()[:500])
    return done.stdout


def _plain(path):
    with open(path, errors="replace") as file:
        return file.read()


_READERS = {
    "pdf": _pdf, "docx": _docx, "xlsx": _xlsx, "xlsm": _xlsx, "pptx": _pptx, "html": _html, "htm": _html,
    "png": _picture, "jpg": _picture, "jpeg": _picture, "tif": _picture, "tiff": _picture, "bmp": _picture, "webp": _picture,
    "gif": _picture,
}


def smart_file_extract(sandbox_file_path, show_preview=True):
    """The text of a file: PDF, Word, Excel, PowerPoint, HTML, the words in pictures, and plain text."""
    reader = _READERS.get(str(sandbox_file_path).lower().rpartition(".")[2], _plain)
    try:
        text = reader(sandbox_file_path)
    except ImportError as problem:
        return "", "Reading this kind of file needs %s, which is not installed on this server." % problem.name
    except Exception as problem:
        return "", "%s could not be read: %s" % (sandbox_file_path, problem)
    if show_preview:
        print(text[:MOST_PREVIEW] + ("..." if len(text) > MOST_PREVIEW else ""))
    return text, ""
