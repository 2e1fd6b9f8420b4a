/** `patchbay toolkits push` and `pull` as programs: idempotent, with problems, and from project to project. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createTestOwner } from "@/test/builders/owners";
import { type Product, runPatchbay, startProduct, toEnvironment } from "@/test/servers/command-line";

const folder = mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "patchbay-toolkit-"));
const file = path.join(folder, "parcels.json");
let product: Product;
const run = (args: string[], target: { url: string; key: string } = product) =>
  runPatchbay(["toolkits", ...args], { env: toEnvironment(target) });

/** An API with these paths. */
function write(...paths: string[]): void {
  const operation = { summary: "Read it", responses: {} };
  const document = {
    ...{
      openapi: "3.0.3",
      info: { title: "Parcel Post", version: "1" },
      servers: [{ url: "https://post.example.net" }],
    },
    paths: Object.fromEntries(paths.map((name) => [name, { get: { ...operation, summary: `Read ${name.slice(1)}` } }])),
  };
  writeFileSync(file, JSON.stringify(document, null, 2));
}

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

it("publishes a document once, shows what a change breaks, and carries it to another project", async () => {
  write("/parcels", "/letters", "/../keys");
  const check = await run(["push", file, "--check"]);
  expect(check).toMatchObject({ exitCode: 0, stdout: "2 tools. Nothing was changed.\n" });
  expect(check.stderr).toMatch(/parcels\.json:\d+:\d+: The path "\/\.\.\/keys"/);
  expect((await run(["push", file])).stdout).toMatch(/^custom_parcel_post \d{8}_00, 2 tools\n$/);
  expect((await run(["push", file])).stdout).toMatch(/^custom_parcel_post \d{8}_00 \(unchanged\), 2 tools\n$/);
  write("/parcels");
  expect(await run(["push", file, "--no-breaking"])).toMatchObject({ exitCode: 1, stdout: "" });
  expect((await run(["push", file])).stdout).toMatch(/^custom_parcel_post \d{8}_01, 1 tools\n$/);

  const copy = path.join(folder, "copy");
  expect((await run(["pull", "custom_parcel_post", copy])).exitCode).toBe(0);
  expect(readFileSync(path.join(copy, "document.json"), "utf8")).toBe(readFileSync(file, "utf8"));
  // The server's catalog can be built from it: lib/own-toolkits/compile/to-catalog-files.test.ts builds such folders.
  expect(readFileSync(path.join(copy, "toolkit.yaml"), "utf8")).toMatch(/file: parcel_post\/description\.json/);
  expect(existsSync(path.join(copy, "description.json"))).toBe(true);
  const { projectId } = await createTestOwner();
  const other = { url: product.url, key: (await createApiKey(projectId, { name: "other" })).key };
  expect((await run(["push", copy], other)).stdout).toMatch(/^custom_parcel_post \d{8}_00, 1 tools\n$/);
});

it("says what is wrong: no folder, no document, a document that is none", async () => {
  expect((await run(["push", path.join(folder, "nothing")])).stderr).toContain("There is no");
  writeFileSync(path.join(folder, "page.yaml"), "<!doctype html>");
  const result = await run(["push", path.join(folder, "page.yaml")]);
  expect([result.exitCode, result.stderr]).toEqual([1, expect.stringContaining("not a description of an API")]);
  expect((await run(["pull", "custom_nothing"])).exitCode).toBe(1);
});
