/** The vault: what is sealed opens only where it was sealed. */
import { beforeAll, expect, test } from "vitest";
import { open, openJson, seal, sealJson } from "./vault";

const place = { projectId: "proj_a", rowId: "ca_1", column: "credentials" };

beforeAll(() => {
  process.env.PATCHBAY_SECRET ??= "a test secret of enough characters, not used elsewhere";
});

test("a sealed text opens in its place and does not show its content", () => {
  const sealed = seal("gho_secret", place);
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
  expect(Buffer.from(sealed.split(".")[2] ?? "", "base64url").includes("gho_secret")).toBe(false);
  expect(open(sealed, place)).toBe("gho_secret");
});

test("the same text seals differently each time", () => expect(seal("x", place)).not.toBe(seal("x", place)));

test.each([
  ["another project", { ...place, projectId: "proj_b" }],
  ["another row", { ...place, rowId: "ca_2" }],
  ["another column", { ...place, column: "verifier" }],
])("a ciphertext moved to %s does not open", (_, elsewhere) =>
  expect(() => open(seal("x", place), elsewhere)).toThrow(),
);

test("a ciphertext with any byte changed does not open", () => {
  const [version, keyId, payload = ""] = seal("hello", place).split(".");
  const bytes = Buffer.from(payload, "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => open(`${version}.${keyId}.${changed.toString("base64url")}`, place), `byte ${at}`).toThrow();
  }
});

test("a value sealed with another secret says so", () => {
  const [version, , payload] = seal("x", place).split(".");
  expect(() => open(`${version}.00000000.${payload}`, place)).toThrow(/another PATCHBAY_SECRET/);
});

test("JSON values keep their shape", () =>
  expect(openJson(sealJson({ a: ["é", 1, null] }, place), place)).toEqual({ a: ["é", 1, null] }));
