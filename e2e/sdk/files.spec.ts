/**
 * Files and plain language through the unmodified SDKs, on a product with a public address and a language model:
 * automatic upload and download, and arguments from a text.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Client from "@composio/client";
import { LLMock } from "@copilotkit/aimock";
import { expect, test } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig } from "../fixtures/api";
import { type Loopback, sendJson, startLoopback } from "../fixtures/loopback";
import { type Product, startProduct } from "../harness/product";
import { provision } from "../harness/provision";
import { run } from "../harness/run";
import type { FileDrive, FileReport } from "./drive-files";
import { connectWith, sdks } from "./sdks";

/**
 * The newer SDK moves files to and from public addresses only; no real server has this address, and tests reach it only
 * inside the namespace.
 */
const ADDRESS = "192.175.48.77";
const PUBLIC_URL = `http://${ADDRESS}:4318`;
const NAMESPACE = process.getuid?.() === 0 ? ["-n"] : ["-Urn"];
const GO_UP = `ip link set lo up && ip addr add ${ADDRESS}/32 dev lo`;
const hasNamespaces = spawnSync("unshare", [...NAMESPACE, "sh", "-c", GO_UP], { stdio: "ignore" }).status === 0;
const without = hasNamespaces ? "" : " (not run: this system lets tests make no network namespace)";

const userId = "files";
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "sdk-files-")));
const socket = path.join(folder, "product");
const recording = randomBytes(300_000);
const md5 = (bytes: Buffer): string => createHash("md5").update(bytes).digest("hex");

const model = new LLMock({ port: 0 });
let product: Product;
let apiKey: string;
let provider: Loopback;
let door: Server;
let received: Buffer[] = [];

/** Takes forms and gives a recording, as OpenAI's files do. */
const startProvider = () =>
  startLoopback(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === "/files/file-1/content")
      return void response.writeHead(200, { "content-type": "audio/mpeg" }).end(recording);
    // A job asks whose a new account is, too.
    if (request.method === "POST") received.push(Buffer.concat(chunks));
    sendJson(response, 200, { id: "file-1", object: "file" });
  });

async function connectProvider(url: string, key: string): Promise<void> {
  const api = apiOf(url, key);
  const authConfigId = await createAuthConfig(api, {
    toolkit: "openai",
    scheme: "API_KEY",
    credentials: { base_url: provider.url },
  });
  await connectAccount(api, {
    authConfigId,
    userId,
    scheme: "API_KEY",
    val: { api_key: "files-key-0b7713", generic_api_key: "files-key-0b7713" },
  });
}

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  await model.start();
  provider = await startProvider();
  product = await startProduct({
    PATCHBAY_PUBLIC_URL: PUBLIC_URL,
    PATCHBAY_LLM_BASE_URL: `${model.url}/v1`,
    PATCHBAY_LLM_API_KEY: "key-of-the-operator",
    PATCHBAY_LLM_MODEL: "a-model",
  });
  ({ api_key: apiKey } = await provision(product, { email: "files@example.com", project: "default" }));
  await Promise.all([connectProvider(product.url, apiKey), connectProvider(run().url, run().api_key)]);
  door = createServer((client) => {
    const server = connect(Number(new URL(product.url).port), "localhost");
    client.pipe(server).pipe(client);
    client.on("error", () => server.destroy());
    server.on("error", () => client.destroy());
  });
  await new Promise<void>((resolve) => {
    door.listen(socket, resolve);
  });
});
test.afterAll(async () => {
  door.close();
  await Promise.all([product.stop(), provider.stop(), model.stop()]);
  rmSync(folder, { recursive: true, force: true });
});
test.beforeEach(() => {
  received = [];
});

/** Runs the drive in a process of its own, where `HOME` is the folder for downloads. */
async function drive(fileDrive: FileDrive, inside: readonly string[] = []): Promise<FileReport> {
  const [command = "", ...args] = [
    ...inside,
    process.execPath,
    "--import",
    "tsx",
    fileURLToPath(new URL("drive-files.ts", import.meta.url)),
    JSON.stringify(fileDrive),
  ];
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, HOME: folder, TELEMETRY_DISABLED: "true" },
  });
  let output = "";
  let problems = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    problems += chunk.toString();
  });
  const code = await new Promise((resolve) => {
    child.once("close", resolve);
  });
  expect([code, code === 0 ? "" : problems]).toEqual([0, ""]);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as FileReport;
}

function check({ sentMd5, uploaded, executed, automatic, byHand }: FileReport): void {
  expect(uploaded.s3key).toMatch(new RegExp(`^proj_\\w+/openai/OPENAI_UPLOAD_FILE/request/${sentMd5}$`));
  expect(executed).toEqual({ successful: true, error: null });
  const [form = Buffer.alloc(0), ...more] = received;
  expect(more).toEqual([]);
  const start = form.indexOf("what core");
  expect(md5(form.subarray(start, form.indexOf("\r\n--", start)))).toBe(sentMd5);
  expect(form.toString("latin1")).toMatch(/name="purpose"\r\n\r\nbatch\r\n/);
  expect(automatic).toEqual({ downloaded: true, md5: md5(recording) });
  expect(byHand).toMatchObject({ md5: md5(recording), mimeType: expect.stringMatching(/^audio\//) });
}

test("core 0.5.4 on loopback: uploads by hand and for a tool, downloads from an answer and by hand", async () => {
  check(await drive({ generation: "core 0.5.4", url: run().url, apiKey: run().api_key, userId, folder }));
});

test(`core 0.19.0 at a public-looking address does the same${without}`, async () => {
  test.skip(!hasNamespaces, "this system lets tests make no network namespace");
  check(
    await drive({ generation: "core 0.19.0", url: PUBLIC_URL, apiKey, userId, folder, socket }, [
      "unshare",
      ...NAMESPACE,
      "sh",
      "-c",
      `${GO_UP} && exec "$@"`,
      "sh",
    ]),
  );
});

const ISSUE = "GITHUB_CREATE_AN_ISSUE";
const input = { text: "open an issue about the broken build in ada's engine" };
const args = { owner: "ada", repo: "engine", title: "The build is broken" };
const askers: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(
    sdks.map(({ name }) => [
      name,
      () => connectWith(name, { baseURL: product.url, apiKey }).tools.getInput(ISSUE, input),
    ]),
  ),
  "client 2.0.0-rc.6": () => new Client({ baseURL: product.url, apiKey }).tools.getInput(ISSUE, input),
};

for (const [name, getInput] of Object.entries(askers)) {
  test(`${name} getInput: gives the arguments that the language model made of a text`, async () => {
    model.reset();
    model.onMessage(/broken build/, { toolCalls: [{ name: ISSUE, arguments: JSON.stringify(args) }] });
    expect(await getInput()).toMatchObject({ arguments: args });
  });
}
