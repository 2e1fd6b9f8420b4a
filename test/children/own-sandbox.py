"""A program in a sandbox of somebody's own, with the helpers that the server gives for it."""
import json
from concurrent.futures import ThreadPoolExecutor

from workbench_helpers import *

with open("note.txt", "w") as file:
    file.write("one")
with ThreadPoolExecutor(8) as pool:
    calls = list(pool.map(lambda at: run_composio_tool("LOOPBACK_GET_PARCEL", {"parcel_id": str(at)})[0]["data"]["parcel"], range(8)))
stored, error = upload_local_file("note.txt")
several, _ = upload_local_file("note.txt", "workbench_helpers.py")
sent, _ = proxy_execute("GET", "/parcels", "loopback", query_params={"a": 1})
print(json.dumps({
    "calls": calls,
    "refused": [run_composio_tool("COMPOSIO_SEARCH_TOOLS", {})[1], run_composio_tool("LOOPBACK_NOTHING")[1]],
    "said": invoke_llm("Say hello."),
    "found": web_search("rain in Bonn"),
    "sent": [sent["status"], sent["data"]["parcel"]],
    "stored": [sorted(stored), stored["uploaded_file"], stored["type"], error],
    "url": stored["s3_url"],
    "several": several["uploaded_file"],
    "linked": get_mount_file_url(".composio/uploads/note.txt")[1],
}))
