/** The files of a session's workbench through the API, and by their signed addresses. */
import { beforeAll, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import type { Route } from "@/lib/http/api-door/define-route";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import { env } from "@/lib/kernel/process/env";
import { moveClock } from "@/lib/kernel/time/clock";
import { createSession } from "../sessions";
import { writeSessionFile } from "@/lib/workbench/session-files";
import { createTestOwner } from "@/test/builders/owners";

const routes = await Promise.all([
  import("@/app/api/v3/tool_router/session/[session_id]/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/mounts/[mount_id]/items/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/mounts/[mount_id]/upload_url/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/mounts/[mount_id]/download_url/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/mounts/[mount_id]/delete/route"),
  import("@/app/api/v3/internal/patchbay/files/[ticket]/[filename]/route"),
]);
const door = createApiRouter(routes.flatMap((module) => Object.values(module) as Route[]));

type Answer = {
  items?: { mount_relative_path: string }[];
  next_cursor?: string;
  upload_url?: string;
  download_url?: string;
  error?: { errors?: string[] };
};
type Tenant = { projectId: string; key: string; session: string };
let tenant: Tenant;
let stranger: Tenant;

async function newTenant(): Promise<Tenant> {
  const { projectId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "files" });
  return { projectId, key, session: (await createSession(projectId, "ada", {})).id };
}

beforeAll(async () => {
  [tenant, stranger] = [await newTenant(), await newTenant()];
});

async function ask(what: string, body?: object, { key, mount = "files" }: { key?: string; mount?: string } = {}) {
  const answer = await door.fetch(
    new Request(`http://localhost:3000/api/v3/tool_router/session/${tenant.session}/mounts/${mount}/${what}`, {
      method: body ? "POST" : "GET",
      headers: { "x-api-key": key ?? tenant.key, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  return { status: answer.status, body: (await answer.json()) as Answer };
}

const toBody = (path: string) => ({ mount_relative_path: path });
const put = (url: string, content: string | Uint8Array<ArrayBuffer>) =>
  door.fetch(new Request(url, { method: "PUT", body: content }));
const paths = async (query = ""): Promise<string[]> =>
  ((await ask(`items${query}`)).body.items ?? []).map((item) => item.mount_relative_path);

async function upload(path: string, content: string): Promise<Response> {
  const { body } = await ask("upload_url", toBody(path));
  return put(body.upload_url ?? "", content);
}

it("a file is uploaded, listed, downloaded and deleted", async () => {
  const { body: target } = await ask("upload_url", toBody("/mnt/files/sub/a b.txt"));
  expect(target).toMatchObject({
    mount_relative_path: "sub/a b.txt",
    sandbox_mount_prefix: "/mnt/files",
    expires_at: expect.stringMatching(/Z$/) as string,
  });
  expect(await paths()).toEqual([]);
  expect((await put(target.upload_url ?? "", "one")).status).toBe(200);
  const { body: list } = await ask("items");
  expect(list.items).toEqual([
    {
      mount_relative_path: "sub/a b.txt",
      sandbox_mount_prefix: "/mnt/files",
      size: 3,
      last_modified: expect.stringMatching(/Z$/) as string,
    },
  ]);
  expect("next_cursor" in list).toBe(false);
  const { body: download } = await ask("download_url", toBody("sub/a b.txt"));
  expect(await (await door.fetch(new Request(download.download_url ?? ""))).text()).toBe("one");
  expect((await ask("delete", toBody("sub/a b.txt"))).body).toEqual({
    mount_relative_path: "sub/a b.txt",
    sandbox_mount_prefix: "/mnt/files",
  });
  expect(await paths()).toEqual([]);
});

it("a list returns the paths with a prefix, a page at a time", async () => {
  for (const path of ["list/b.txt", "list/a.txt", "list/deep/c.txt", "listed.txt"]) await upload(path, "x");
  expect(await paths("?mount_relative_prefix=list/")).toEqual(["list/a.txt", "list/b.txt", "list/deep/c.txt"]);
  expect(await paths("?mount_relative_prefix=/mnt/files/list/de")).toEqual(["list/deep/c.txt"]);
  const { body: first } = await ask("items?limit=3&mount_relative_prefix=list");
  expect(first.items).toHaveLength(3);
  const rest = `?limit=3&mount_relative_prefix=list&cursor=${first.next_cursor}`;
  expect(await paths(rest)).toEqual(["listed.txt"]);
});

it("returns 400 for an invalid path, and 404 for a missing file, another mount or another project", async () => {
  const WRONG = [
    "../meta-tools",
    "a/../../b",
    "/mnt/files",
    "a\0b",
    "x".repeat(300),
    `${"y".repeat(200)}/`.repeat(4) + "y".repeat(190),
  ];
  for (const path of WRONG) expect((await ask("upload_url", toBody(path))).status, path).toBe(400);
  for (const what of ["download_url", "delete"]) {
    expect((await ask(what, toBody("../x"))).status).toBe(400);
    expect((await ask(what, toBody("nothing.txt"))).status).toBe(404);
  }
  for (const what of ["upload_url", "download_url", "delete"]) {
    expect((await ask(what, toBody("a.txt"), { mount: "other" })).status).toBe(404);
    expect((await ask(what, toBody("listed.txt"), { key: stranger.key })).status).toBe(404);
  }
  expect((await ask("items", undefined, { mount: "other" })).status).toBe(404);
  expect((await ask("items", undefined, { key: stranger.key })).status).toBe(404);
});

it("an address works for an hour, for one upload's place, and only unchanged", async () => {
  const url = (await ask("upload_url", toBody("timed.txt"))).body.upload_url ?? "";
  expect((await door.fetch(new Request(url))).status).toBe(403);
  expect((await put(url.replace(/files\/\w\w/, "files/xx"), "x")).status).toBe(403);
  const back = moveClock(3_601_000);
  expect((await put(url, "late")).status).toBe(403);
  back();
  expect((await put(url, "in time")).status).toBe(200);
});

it("returns 413 above the size of files and the session's quota, and keeps nothing", async () => {
  const { files, workbench } = env();
  const before = [files.maxBytes, workbench.diskBytes] as const;
  files.maxBytes = 10;
  expect((await upload("large.txt", "x".repeat(11))).status).toBe(413);
  files.maxBytes = before[0];
  workbench.diskBytes = 100_000;
  await writeSessionFile(tenant.projectId, tenant.session, "half.bin", { size: 60_000, body: [Buffer.alloc(60_000)] });
  expect((await upload("large.txt", "x".repeat(60_000))).status).toBe(413);
  // Room for one of two that come at once.
  workbench.diskBytes = 140_000;
  const both = ["one.bin", "two.bin"].map((path) => upload(path, "x".repeat(40_000)));
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 413]);
  workbench.diskBytes = before[1];
  expect(await paths("?mount_relative_prefix=large")).toEqual([]);
});

it("returns 404 for an address of a deleted session, whose files are deleted", async () => {
  const url = (await ask("upload_url", toBody("after.txt"))).body.upload_url ?? "";
  const path = `http://localhost:3000/api/v3/tool_router/session/${tenant.session}`;
  const response = await door.fetch(new Request(path, { method: "DELETE", headers: { "x-api-key": tenant.key } }));
  expect(response.status).toBe(200);
  expect((await put(url, "x")).status).toBe(404);
  expect((await ask("items")).status).toBe(404);
});
