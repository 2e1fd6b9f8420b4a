/** The vault: what is sealed opens only where it was sealed. */
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { useSecrets } from "@/test/setup/secrets";
import { activeKeyId, isKnownKey, keyIdOf, open, openJson, seal, sealJson } from "./vault";

const place = { projectId: "proj_a", rowId: "ca_1", column: "credentials" };

const SECRET = "a test secret of enough characters that is not used elsewhere";

beforeAll(() => useSecrets(SECRET));

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
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(() => open(`${version}.${keyId}.${changed.toString("base64url")}`, place), `byte ${index}`).toThrow();
  }
});

test("a value sealed with another secret is reported as such", () => {
  const [version, , payload] = seal("x", place).split(".");
  expect(() => open(`${version}.00000000.${payload}`, place)).toThrow(/another PATCHBAY_SECRET/);
});

test("JSON values keep their shape", () =>
  expect(openJson(sealJson({ a: ["é", 1, null] }, place), place)).toEqual({ a: ["é", 1, null] }));

test("the new secret seals after a change, and values of previous secrets still open", () => {
  onTestFinished(() => useSecrets(SECRET));
  const first = seal("first", place);
  useSecrets("a second test secret of enough characters", [SECRET]);
  const second = seal("second", place);
  useSecrets("a third test secret of enough characters!", ["a second test secret of enough characters", SECRET]);
  expect([first, second, seal("third", place)].map((sealed) => open(sealed, place))).toEqual([
    "first",
    "second",
    "third",
  ]);
  expect(keyIdOf(seal("third", place))).toBe(activeKeyId());
  expect(new Set([keyIdOf(first), keyIdOf(second), activeKeyId()]).size).toBe(3);
  useSecrets("a third test secret of enough characters!", ["a second test secret of enough characters"]);
  expect([keyIdOf(first), keyIdOf(second)].map(isKnownKey)).toEqual([false, true]);
  expect(() => open(first, place)).toThrow(/another PATCHBAY_SECRET/);
});

test("a ciphertext that claims another known key does not open", () => {
  onTestFinished(() => useSecrets(SECRET));
  const sealed = seal("x", place);
  useSecrets("a second test secret of enough characters", [SECRET]);
  expect(() => open(sealed.replace(keyIdOf(sealed), activeKeyId()), place)).toThrow();
});
