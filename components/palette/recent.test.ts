/** Tests the entries that the palette of a browser remembers. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findRecent, forgetRecent, storeRecent, type Recent } from "./recent";

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
    key: (index: number) => [...storage.keys()][index] ?? null,
    get length() {
      return storage.size;
    },
  };
  vi.stubGlobal("window", { localStorage });
});
afterEach(() => vi.unstubAllGlobals());

const entry = (slug: string): Recent => ({
  key: `toolkit ${slug}`,
  kind: "toolkit",
  label: slug,
  href: `/toolkits/${slug}`,
  toolkit: slug,
});
const keysOf = (project: string | null) => findRecent(project).map(({ label }) => label);

it("keeps the last six entries of a project, newest first and each once", () => {
  for (const slug of ["a", "b", "c", "d", "e", "f", "g", "c"]) storeRecent("p1", entry(slug));
  expect(keysOf("p1")).toEqual(["c", "g", "f", "e", "d", "b"]);
  expect(keysOf("p2")).toEqual([]);
});

it("forgets the entries of all projects, and nothing else", () => {
  storeRecent("p1", entry("a"));
  storeRecent("p2", entry("a"));
  window.localStorage.setItem("patchbay.project", "p1");
  forgetRecent();
  expect([...storage.keys()]).toEqual(["patchbay.project"]);
});

it("takes nothing that something else wrote, and no address of another site", () => {
  const texts = ["{", "5", "null", "[5, null]", '[{"key":"a","kind":"other","label":"a","href":"/a"}]'];
  for (const href of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""])
    texts.push(JSON.stringify([{ ...entry("a"), href }]));
  for (const text of texts) {
    storage.set("patchbay.recent.p1", text);
    expect(findRecent("p1"), text).toEqual([]);
  }
});

it("works without a storage", () => {
  vi.stubGlobal("window", {});
  storeRecent("p1", entry("a"));
  forgetRecent();
  expect(findRecent("p1")).toEqual([]);
});
