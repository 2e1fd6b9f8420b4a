/** Whole receivers that check signatures, to take away and run as they are. Pure. */

export const SNIPPETS = { typescript: "TypeScript", python: "Python", sdk: "Official SDK" } as const;
export type SnippetKey = keyof typeof SNIPPETS;
export const SNIPPET_COLORS = { typescript: "typescript", python: "python", sdk: "typescript" } as const;

/** The command for each program. The secret is in the environment, so that nobody writes it into a file. */
export const RUN: Record<SnippetKey, string> = {
  typescript: "WEBHOOK_SECRET=whsec_… npx -y tsx receiver.ts",
  python: "WEBHOOK_SECRET=whsec_… python3 receiver.py",
  sdk: "npm install @composio/core && WEBHOOK_SECRET=whsec_… npx -y tsx receiver.ts",
};

const TYPESCRIPT = `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";

const secret = process.env.WEBHOOK_SECRET ?? "";

/** Whether these bytes were signed with the secret in the last five minutes. */
function isSigned(headers: IncomingHttpHeaders, body: string): boolean {
  const at = Number(headers["webhook-timestamp"]);
  if (!(Math.abs(Date.now() / 1000 - at) < 300)) return false;
  const signed = \`\${headers["webhook-id"]}.\${at}.\${body}\`;
  const expected = Buffer.from(createHmac("sha256", secret).update(signed).digest("base64"));
  return String(headers["webhook-signature"])
    .split(" ")
    .map((one) => Buffer.from(one.replace("v1,", "")))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

createServer(async (request, response) => {
  let body = "";
  for await (const part of request.setEncoding("utf8")) body += part;
  const good = isSigned(request.headers, body);
  if (good) console.log(request.headers["webhook-id"], JSON.parse(body));
  response.writeHead(good ? 204 : 401).end();
}).listen(Number(process.env.PORT ?? 3001));
`;

const PYTHON = `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["WEBHOOK_SECRET"].encode()


def is_signed(headers, body: bytes) -> bool:
    """Whether these bytes were signed with the secret in the last five minutes."""
    at = headers.get("webhook-timestamp", "0")
    if not at.isdigit() or abs(time.time() - int(at)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{at}.".encode() + body
    expected = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(one.removeprefix(b"v1,"), expected) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        good = is_signed(self.headers, body)
        if good:
            print(self.headers["webhook-id"], json.loads(body), flush=True)
        self.send_response(204 if good else 401)
        self.end_headers()


HTTPServer(("", int(os.environ.get("PORT", 3001))), Receiver).serve_forever()
`;

const SDK = `import { createServer } from "node:http";
import { Composio } from "@composio/core";

const composio = new Composio({ apiKey: process.env.PATCHBAY_API_KEY ?? "not needed to verify" });

createServer(async (request, response) => {
  let body = "";
  for await (const part of request.setEncoding("utf8")) body += part;
  try {
    const event = await composio.triggers.verifyWebhook({
      id: String(request.headers["webhook-id"]),
      timestamp: String(request.headers["webhook-timestamp"]),
      signature: String(request.headers["webhook-signature"]),
      payload: body,
      secret: process.env.WEBHOOK_SECRET ?? "",
    });
    console.log(event.version, event.payload);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(Number(process.env.PORT ?? 3001));
`;

export const toVerifySnippet = (key: SnippetKey): string => ({ typescript: TYPESCRIPT, python: PYTHON, sdk: SDK })[key];
