/** The links between the libraries of the embedded PostgreSQL, which an npm archive cannot contain. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { completeLinks } from "./postgres-binary.mjs";

it("are made if npm ran no scripts, and left as they are otherwise", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-links-"));
  const lib = (name: string) => path.join(folder, "native", "lib", name);
  mkdirSync(lib(""), { recursive: true });
  writeFileSync(lib("libpq.5.18.dylib"), "library");
  writeFileSync(lib("libz.dylib"), "there already");
  const link = (target: string) => ({ source: "native/lib/libpq.5.18.dylib", target: `native/lib/${target}` });
  writeFileSync(
    path.join(folder, "native", "pg-symlinks.json"),
    JSON.stringify([link("libpq.5.dylib"), link("libz.dylib")]),
  );
  completeLinks(folder);
  expect(readFileSync(lib("libpq.5.dylib"), "utf8")).toBe("library");
  expect(readFileSync(lib("libz.dylib"), "utf8")).toBe("there already");
  rmSync(lib("libpq.5.dylib"));
  completeLinks(folder);
  expect(existsSync(lib("libpq.5.dylib")), "a folder is completed once").toBe(false);
});

it("need no list", () => {
  completeLinks(mkdtempSync(path.join(tmpdir(), "patchbay-links-")));
});
