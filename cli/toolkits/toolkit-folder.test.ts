/** Folders of toolkits: what is pulled into one is what a push reads from it again. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { readToolkitFolder, writeToolkitFolder } from "./toolkit-folder";

const first = { slug: "custom_post", document: '{"openapi":"3.1.0"}', settings: { integration: "name: Post\n" } };
let folder: string;
const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "patchbay-folder-"));
});

it("gives back what was written, also over an earlier state of the toolkit", () => {
  for (const toolkit of [first, { ...first, settings: {} }, { ...first, document: "a: b\n" }, first]) {
    writeToolkitFolder(folder, toolkit);
    expect(readToolkitFolder(folder)).toEqual(toolkit);
  }
  expect(readdirSync(folder).sort()).toEqual(["document.json", "integration.yaml", "toolkit.json"]);
});

it("keeps the name of the document", () => {
  write("toolkit.json", "{}");
  write("parcels.json", "{}");
  expect(writeToolkitFolder(folder, first)).toEqual(["toolkit.json", "parcels.json", "integration.yaml"]);
  expect(readFileSync(path.join(folder, "parcels.json"), "utf8")).toBe(first.document);
});

it("leaves a folder alone that has other documents", () => {
  for (const name of ["integration.yaml", "package.json"]) write(name, "mine");
  expect(() => writeToolkitFolder(folder, first)).toThrow("has integration.yaml, package.json, but no toolkit.json");
  expect(readFileSync(path.join(folder, "integration.yaml"), "utf8")).toBe("mine");
  expect(existsSync(path.join(folder, "toolkit.json"))).toBe(false);
});

it("has no settings where none are written down", () => {
  write("parcels.yaml", "openapi: 3.1.0\n");
  const document = "openapi: 3.1.0\n";
  const without = { slug: undefined, document, settings: undefined };
  expect(readToolkitFolder(path.join(folder, "parcels.yaml"))).toEqual(without);
  expect(readToolkitFolder(folder)).toEqual(without);
  write("integration.yaml", "name: Post\n");
  expect(readToolkitFolder(folder)).toEqual({ ...without, settings: { integration: "name: Post\n" } });
});
