/** Files through the unmodified official SDKs: automatic upload and download, against the API's own door. */
import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, realpathSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Composio as LegacyComposio } from "composio-core-legacy";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import * as uploadRoute from "@/app/api/v3/files/upload/request/route";
import * as contentRoute from "@/app/api/v3/internal/patchbay/files/[ticket]/[filename]/route";
import * as toolRoute from "@/app/api/v3/tools/[tool_slug]/route";
import * as executeRoute from "@/app/api/v3/tools/execute/[tool_slug]/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { fileOutputSchema } from "@/lib/catalog/tool-schema";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import { env } from "@/lib/kernel/process/env";
import { driveFiles, type Driven, type FileSdk } from "../clients/drive-files";
import { connectLoopback, installLoopbackToolkit } from "../servers/loopback-provider";
import { createTestOwner } from "../builders/owners";
import { testProgram } from "../setup/test-program";

/**
 * Newer SDKs upload only to public addresses. This address belongs to no server that tests reach, and is used only in
 * the network namespace.
 */
const ADDRESS = "192.175.48.77";
const PORT = 4317;
const NAMESPACE = process.getuid?.() === 0 ? ["-n"] : ["-Urn"];
const GO_UP = `ip link set lo up && ip addr add ${ADDRESS}/32 dev lo`;
const hasNamespaces = spawnSync("unshare", [...NAMESPACE, "sh", "-c", GO_UP], { stdio: "ignore" }).status === 0;

const folder = realpathSync(mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "sdk-files-")));
const report = randomBytes(200_000);
const md5 = (bytes: Buffer): string => createHash("md5").update(bytes).digest("hex");
const servers: Server[] = [];
let received: Buffer[] = [];
let apiKey = "";
let doorUrl = "";

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function listening(server: Server, socket?: string): Promise<Server> {
  await new Promise<void>((resolve) => {
    if (socket) server.listen(socket, resolve);
    else server.listen(0, "127.0.0.1", resolve);
  });
  servers.push(server);
  return server;
}

/** Accepts forms, and returns a report. */
const startProvider = () =>
  listening(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () => {
          if (request.method === "GET")
            return response
              .writeHead(200, {
                "content-type": "application/pdf",
                "content-disposition": "attachment; filename=r.pdf",
              })
              .end(report);
          received.push(Buffer.concat(chunks));
          return response.writeHead(200, { "content-type": "application/json" }).end("{}");
        });
    }),
  );

beforeAll(async () => {
  const attachment = {
    type: "object",
    title: "FileUploadable",
    file_uploadable: true,
    properties: { name: { type: "string" }, mimetype: { type: "string" }, s3key: { type: "string" } },
    required: ["name", "mimetype", "s3key"],
  };
  await installLoopbackToolkit(urlOf(await startProvider()), [
    {
      slug: "LOOPBACK_SEND",
      input: { type: "object", properties: { title: { type: "string" }, attachment } },
      request: {
        method: "POST",
        path: "/send",
        parameters: [],
        body: {
          mode: "flat",
          contentType: "multipart/form-data",
          fields: [
            { key: "title", name: "title" },
            { key: "attachment", name: "attachment", as: "file" },
          ],
        },
      },
    },
    {
      slug: "LOOPBACK_DOWNLOAD",
      input: { type: "object", properties: {} },
      output: fileOutputSchema(),
      request: { method: "GET", path: "/report", parameters: [], binary: true },
    },
  ]);
  const { projectId } = await createTestOwner();
  ({ key: apiKey } = await createApiKey(projectId, { name: "sdk" }));
  await connectLoopback(projectId, "ada", "key-of-ada-0123456789");
  const door = createApiRouter([
    uploadRoute.POST,
    contentRoute.PUT,
    contentRoute.GET,
    toolRoute.GET,
    executeRoute.POST,
  ]);
  const listener = getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false });
  doorUrl = urlOf(await listening(createServer(listener)));
  await listening(createServer(listener), path.join(folder, "door"));
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  received = [];
});

function check({ uploaded, sent: sendResult, sentMd5, downloaded, downloadedMd5 }: Driven): void {
  expect(uploaded.s3key).toMatch(new RegExp(`^proj_\\w+/loopback/LOOPBACK_SEND/request/${sentMd5}$`));
  expect(sendResult).toEqual({ successful: true, error: null });
  expect(
    received.map((body) =>
      /content-disposition: form-data; name="attachment"; filename="[^"]+"/.test(body.toString("latin1")),
    ),
  ).toEqual([true]);
  expect(downloaded).toMatchObject({ file_downloaded: true, mimeType: "application/pdf" });
  expect(downloadedMd5).toBe(md5(report));
}

it("core 0.5.4 on loopback uploads a file by hand and for a tool, and downloads the file of an answer", async () => {
  env().publicUrl = doorUrl;
  process.env.HOME = folder; // where it keeps downloads
  const sdk = new LegacyComposio({ apiKey, baseURL: doorUrl, allowTracking: false, disableVersionCheck: true });
  check(await driveFiles(sdk as unknown as FileSdk, folder));
});

const without = hasNamespaces ? "" : " (not run: this system lets tests make no network namespace)";
it.skipIf(!hasNamespaces)(`core 0.19.0 at a public-looking address does the same${without}`, async () => {
  env().publicUrl = `http://${ADDRESS}:${PORT}`;
  const process_ = spawn(
    "unshare",
    [
      ...NAMESPACE,
      "sh",
      "-c",
      `${GO_UP} && exec "$@"`,
      "sh",
      process.execPath,
      testProgram("test/children/drive-files-child.ts"),
      ADDRESS,
      String(PORT),
      path.join(folder, "door"),
      apiKey,
      folder,
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, HOME: folder } },
  );
  let output = "";
  let problems = "";
  process_.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  process_.stderr.on("data", (chunk: Buffer) => {
    problems += chunk.toString();
  });
  const code = await new Promise((resolve) => {
    process_.once("close", resolve);
  });
  expect([code, code === 0 ? "" : problems]).toEqual([0, ""]);
  check(JSON.parse(output.trim().split("\n").at(-1) ?? "") as Driven);
});
