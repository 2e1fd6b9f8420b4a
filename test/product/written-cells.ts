/** Python cells and commands from public documents, with the names and files that they expect. */
import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { forgetSettings } from "../setup/process-memory";
import { canRunSandboxes } from "../builders/workbench";
import type { Answer, Api } from "../servers/api";

type Cell = { before?: string; code: string; says: RegExp };

const ALIAS = "coup_hurricane_dal_analytical";
const SUMMARY = "Two mails, both friendly.";

const CELLS: Record<string, Cell> = {
  "fetches mail": {
    before: `for n in range(3):
    run_composio_tool("GMAIL_SEND_EMAIL", {"recipient_email": "x@example.com", "subject": f"About {n}", "body": "Hello"})`,
    code: `result, error = run_composio_tool("GMAIL_FETCH_EMAILS", {"max_results": 1, "user_id": "me"})
if error:
    print("GMAIL_FETCH_EMAILS error:", error)
else:
    email_data = result.get("data", {})
    print("Fetched:", email_data)`,
    says: /^Fetched: \{'messages': \[\{.*'subject': '\w.*\}\n$/,
  },
  "fetches mail for later cells": {
    code:
      'result, error = run_composio_tool("GMAIL_FETCH_EMAILS", {"max_results": 5, "user_id": "me"})\nif ' +
      'error:\n print("Error:", error)\nelse:\n emails = result.get("data", {})\n print("Fetched:", ' +
      'len(emails.get("messages", [])))',
    says: /^Fetched: [2-5]\n$/,
  },
  "sends by the account of an alias": {
    code: `result, error = run_composio_tool("GMAIL_SEND_EMAIL", {"to": "x@y.com", "body": "hi"}, account="${ALIAS}")`,
    says: /^$/,
  },
  "knows what the cell before gave": {
    code: 'print(error == "", sorted(result), "id" in result["data"])',
    says: /^True .*'data'.* True\n$/,
  },
  "asks a model about mail": {
    code: `tool_resp, err = run_composio_tool("GMAIL_FETCH_EMAILS", {"max_results": 5, "user_id": "me"})
if not err:
    parsed = tool_resp.get("data", {})
    resp, err2 = invoke_llm(f"Summarize these emails: {parsed}")
    if not err2:
        print(resp)`,
    says: new RegExp(`^${SUMMARY}\n$`),
  },
  "gives files to the user, several as one archive": {
    before: "for n in (1, 2):\n    open(f'/home/user/doc{n}.txt', 'w').write('text')",
    code: `# Single file
result, error = upload_local_file("/path/to/report.pdf")
# Multiple files are auto-zipped
result, error = upload_local_file("/home/user/doc1.txt", "/home/user/doc2.txt")
if not error:
    print("Uploaded:", result["s3_url"])`,
    says: /^Uploaded: http\S+\.zip\S*\n$/,
  },
  "sends a request of its own": {
    code: `query_params = {"q": "is:unread", "maxResults": "10"}
data, error = proxy_execute("GET", "/gmail/v1/users/me/messages", "gmail", query_params=query_params)
if not error:
    print("Success:", data)`,
    says: /^Success: \{.*'messages'|^Success: \{.*resultSizeEstimate/,
  },
  "gives the address of a copied file": {
    before: "open('/tmp/output.mp4', 'wb').write(b'film')",
    code: `import shutil
# ... do heavy processing, write result to /tmp/output.mp4 ...
shutil.copy("/tmp/output.mp4", "/mnt/files/output.mp4")
url, error = get_mount_file_url("output.mp4")
if error:
    print("Error:", error)
else:
    print("Download URL:", url)`,
    says: /^Download URL: http\S+output\.mp4\S*\n$/,
  },
  "looks at keys before it reads them": {
    code: `res, err = run_composio_tool("GMAIL_FETCH_EMAILS", {"max_results": 5})
if err:
    print("error:", err)
elif isinstance(res, dict):
    print("res keys:", list(res.keys()))
    data = res.get("data") or {}
    print("data keys:", list(data.keys()))
    msgs = data.get("messages") or []
    print("messages count:", len(msgs))
    for m in msgs:
        print("subject:", m.get("subject", "<missing>"))`,
    says: /^res keys: \[.*'data'.*\]\ndata keys: \[.*'messages'.*\]\nmessages count: [2-5]\n(subject: (?!<missing>).*\n)+$/,
  },
  "sends many mails in parallel": {
    before: 'items = [{"recipient_email": f"x{n}@example.com", "subject": "Hello", "body": str(n)} for n in range(20)]',
    code: `import concurrent.futures

MAX_CONCURRENCY = 10 # Adjust as needed

def process_one(item):
    result, error = run_composio_tool("GMAIL_SEND_EMAIL", item)
    if error:
        return {"status": "failed", "error": error}
    return {"status": "ok", "data": result}

with concurrent.futures.ThreadPoolExecutor(max_workers=MAX_CONCURRENCY) as ex:
    results = list(ex.map(process_one, items))`,
    says: /^$/,
  },
  "has sent all of them": { code: "print({one['status'] for one in results}, len(results))", says: /^\{'ok'\} 20\n$/ },
  "reads mail in bulk": {
    code: `import concurrent.futures

def process_email(email_id):
    result, error = run_composio_tool("GMAIL_GET_EMAIL", {
        "message_id": email_id, "user_id": "me"
    })
    if error:
        return {"id": email_id, "error": error}
    subject = result.get("data", {}).get("subject", "")
    return {"id": email_id, "subject": subject}

# Fetch email list
emails, err = run_composio_tool("GMAIL_FETCH_EMAILS", {
    "max_results": 50, "user_id": "me"
})

if not err:
    ids = [m["id"] for m in emails.get("data", {}).get("messages", [])]
    with concurrent.futures.ThreadPoolExecutor(max_workers=10) as ex:
        results = list(ex.map(process_email, ids))
    print(f"Processed {len(results)} emails")`,
    says: /^Processed (2[3-9]|[3-4]\d) emails\n$/,
  },
  "has read the subject of each": {
    code: "print([one for one in results if not one.get('subject') and 'error' in one], sum(one['subject'] == 'Hello' for one in results))",
    says: /^\[\] 20\n$/,
  },
  "searches the web": {
    code: `results, error = web_search("latest developments in AI")
if not error:
    print("Results:", results)`,
    says: /^$|^Results: /,
  },
  "reads a PDF with its table, also in the older place for files": {
    before: `from reportlab.platypus import Paragraph, SimpleDocTemplate, Table
from reportlab.lib.styles import getSampleStyleSheet
rows = Table([["Name", "Amount"], ["Ada", "10"]], style=[("GRID", (0, 0), (-1, -1), 1, (0, 0, 0))])
SimpleDocTemplate("/tmp/files/bill.pdf").build([Paragraph("Bill of May", getSampleStyleSheet()["Title"]), rows])`,
    code: `import pdfplumber
with pdfplumber.open("/mnt/files/bill.pdf") as pdf:
    print([page.extract_text().split("\\n")[0] for page in pdf.pages], pdf.pages[0].extract_tables())
print("Bill of May" in smart_file_extract("/mnt/files/bill.pdf", show_preview=False)[0])`,
    says: /^\['Bill of May'\] \[\[\['Name', 'Amount'\], \['Ada', '10'\]\]\]\nTrue\n$/,
  },
};

const runs = await canRunSandboxes();

/** @param api the API that the file has started; the connections are made here for it */
export function describeCells(api: () => Api): void {
  const model = new LLMock({ port: 0 });
  const execute = (slug: string, args: object): Promise<Answer> =>
    api().call("POST", `/api/v3/tools/execute/${slug}`, {
      user_id: "grace",
      arguments: { ...args, session_id: "efgh" },
    });
  const run = async (code: string): Promise<Record<string, unknown>> => {
    const { status, body } = await execute("COMPOSIO_REMOTE_WORKBENCH", { code_to_execute: code });
    expect([status, body.error, body.successful]).toEqual([200, null, true]);
    return body.data as Record<string, unknown>;
  };

  describe.runIf(runs)("a cell in the workbench", () => {
    beforeAll(async () => {
      await model.start();
      model.onMessage(/Summarize these emails: .*'subject': '\w/s, { content: SUMMARY });
      vi.stubEnv("PATCHBAY_LLM_BASE_URL", `${model.url}/v1`);
      vi.stubEnv("PATCHBAY_LLM_MODEL", "a-model");
      forgetSettings();
      await api().connect("gmail", "grace", { alias: ALIAS });
      await api().connect("gmail", "grace");
      await api().connect("slack", "grace");
    });
    afterAll(async () => {
      vi.unstubAllEnvs();
      forgetSettings();
      await model.stop();
    });

    it.each(Object.entries(CELLS))("%s", async (_, { before, code, says }) => {
      if (before) await run(before);
      const { stdout, stderr, error } = await run(code);
      expect([error, stderr]).toEqual(["", ""]);
      expect(stdout).toMatch(says);
    });

    it("leaves large answers where a command finds them", async () => {
      const tools = [
        { tool_slug: "GMAIL_SEND_EMAIL", arguments: { to: "john@example.com", subject: "Hello", body: "Welcome!" } },
        { tool_slug: "SLACK_SEND_MESSAGE", arguments: { channel: "#general", text: "New member joined!" } },
      ];
      await execute("COMPOSIO_MULTI_EXECUTE_TOOL", { tools, sync_response_to_workbench: true });
      const command = 'cat /home/user/.code_out/response.json | jq ".results[] | .tool_slug"';
      const { body } = await execute("COMPOSIO_REMOTE_BASH_TOOL", { command });
      expect(body.data).toMatchObject({
        stdout: '"GMAIL_SEND_EMAIL"\n"SLACK_SEND_MESSAGE"\n',
        stdoutLines: 2,
        stderr: "",
        stderrLines: 0,
        sandbox_id_suffix: expect.stringMatching(/^[0-9a-f]{4}$/) as string,
      });
    });
  });
}
