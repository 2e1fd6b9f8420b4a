/**
 * The receivers that the page shows, run as they are: a delivery is let in, a changed, an old and an unsigned one are
 * not. Among the slower tests because of the programs that it starts.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { signMessage } from "@/lib/webhooks/delivery/sign-message";
import { inRoot } from "@/scripts/paths.mjs";
import { PATIENT } from "@/test/setup/patience";
import { SNIPPETS, toVerifySnippet, type SnippetKey } from "./verify-snippets";

const SECRET = `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("the secret before the last rotation").toString("base64")}`;
const BODY = JSON.stringify({
  id: "evt_1",
  timestamp: new Date().toISOString(),
  type: "composio.trigger.message",
  metadata: {
    log_id: "evt_1",
    trigger_slug: "T",
    trigger_id: "ti_1",
    connected_account_id: "ca_1",
    auth_config_id: "ac_1",
    user_id: "é",
  },
  data: { text: "naïve" },
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const now = (): number => Math.floor(Date.now() / 1000);

it.concurrent.each(Object.keys(SNIPPETS) as SnippetKey[])("%s", async (key) => {
  // within the project, where its packages are found
  const folder = await mkdtemp(inRoot(".cache/receiver-"));
  const python = key === "python";
  const file = path.join(folder, python ? "receiver.py" : "receiver.ts");
  await writeFile(file, toVerifySnippet(key));
  const port = await freePort();
  const child = spawn(python ? "python3" : process.execPath, python ? [file] : ["--import", "tsx", file], {
    env: { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port), NODE_NO_WARNINGS: "1" },
    cwd: inRoot("."),
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  const send = (body: string, timestamp: number, signature: string) =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      body,
      headers: { "webhook-id": "evt_1", "webhook-timestamp": String(timestamp), "webhook-signature": signature },
    }).then(({ status }) => status);
  const sign = (seconds: number) => signMessage([SECRET, OTHER], "evt_1", seconds, BODY);
  try {
    const sentAt = now();
    await vi.waitFor(() => send(BODY, sentAt, "v1,"), PATIENT).catch(() => undefined);
    expect(await send(BODY, sentAt, sign(sentAt))).toBe(204);
    expect(await send(BODY.replace("naïve", "other"), sentAt, sign(sentAt))).toBe(401);
    expect(await send(BODY, sentAt - 3600, sign(sentAt - 3600))).toBe(401);
    expect(await send(BODY, sentAt, signMessage([OTHER], "evt_1", sentAt, BODY))).toBe(401);
    await vi.waitFor(() => expect(output).toContain("naïve"), PATIENT);
  } finally {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true });
  }
});
