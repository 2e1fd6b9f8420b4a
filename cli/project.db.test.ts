/** `patchbay export` and `patchbay import` as programs: folders and archives, two projects, and damaged files. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { createTestOwner } from "@/test/builders/owners";
import { packEntries } from "@/test/clients/project-copy";
import { runPatchbay, startProduct, toEnvironment, type Product } from "@/test/servers/command-line";

let product: Product;
let other: { url: string; key: string };
const newFolder = (): string => mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "patchbay-project-"));
const run = (args: string[], target: { url: string; key: string } = product) =>
  runPatchbay(args, { env: toEnvironment(target) });

beforeAll(async () => {
  product = await startProduct();
  const credentials = { client_secret: "the-secret-of-the-app" };
  await createAuthConfig(product.projectId, {
    toolkitSlug: "loopback",
    managed: false,
    scheme: "API_KEY",
    credentials,
  });
  const { projectId } = await createTestOwner();
  other = { url: product.url, key: (await createApiKey(projectId, { name: "other" })).key };
});
afterAll(() => product.stop());

it("carries a project by a folder and by a file, and shows before what would happen", async () => {
  const folder = path.join(newFolder(), "staging");
  expect(await run(["export", folder])).toMatchObject({ exitCode: 0, stdout: "" });
  const names = readdirSync(folder);
  expect(names).toContain("auth-configs.json");
  const texts = () => names.map((name) => readFileSync(path.join(folder, name), "utf8"));
  const before = texts();
  expect(before.join("")).not.toContain("the-secret-of-the-app");
  await run(["export", folder]);
  expect(texts()).toEqual(before);
  const preview = await run(["import", folder, "--check"], other);
  expect(preview).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/auth-configs\.json +1 +0 +0 +0/) as string,
  });
  expect(preview.stderr).toContain("Nothing was changed.");
  const archive = path.join(newFolder(), "staging.tar.gz");
  await run(["export", archive]);
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  const first = await run(["import", archive], other);
  expect(first.stderr.replaceAll("\n", " ")).toContain("Fill in client_secret, then enable it.");
  const { stdout } = await run(["import", archive, "--json"], other);
  expect(JSON.parse(stdout)).toMatchObject({ check: false, changes: expect.any(Array) as unknown });
  expect((await run(["import", folder], other)).stdout).toMatch(/auth-configs\.json +0 +0 +1 +0/);
});

it("names a mistake with its file and place, and ends with code 1", async () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, "auth-configs.json"), '{"format": 1, "kind": "auth_configs", "items": [{}]}');
  const { exitCode, stderr } = await run(["import", folder]);
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^auth-configs\.json: items\.0\.from: is required/) as string,
  });
  writeFileSync(path.join(folder, "secrets.json"), "{}");
  expect((await run(["import", folder])).stderr).toContain('"secrets.json" is none of the files of a project.');
});

it("reads no link, and no folder without files", async () => {
  const folder = newFolder();
  symlinkSync("/etc/passwd", path.join(folder, "triggers.json"));
  expect((await run(["import", folder])).stderr).toContain("triggers.json is no file.");
  expect((await run(["import", newFolder()])).stderr).toContain("has no files of a project");
  expect((await run(["import", "nowhere.tar.gz"])).stderr).toContain("nowhere.tar.gz cannot be read (ENOENT).");
  for (const args of [["import"], ["export"], ["export", "a", "b"]]) expect((await run(args)).exitCode).toBe(2);
});

it("writes nothing outside the folder, whatever a server sends", async () => {
  const entries: Parameters<typeof packEntries>[0][number][] = [
    ["../outside.json", {}],
    ["/tmp/outside.json", {}],
    ["folder/a.json", {}],
    [".bashrc", "x"],
    ["triggers.json", "", { type: "symlink", linkname: "/etc/passwd" }],
  ];
  for (const entry of entries) {
    const archive = await packEntries([entry]);
    const server = createServer((_, response) =>
      response.writeHead(200, { "content-type": "application/gzip" }).end(archive),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const folder = path.join(newFolder(), "into");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { exitCode, stderr } = await run(["export", folder], { url, key: "ak_1" });
    server.close();
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("that no export has") as string,
    });
    expect(existsSync(folder)).toBe(false);
  }
});
