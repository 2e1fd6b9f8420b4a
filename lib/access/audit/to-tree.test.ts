import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { toLeaf, toTree } from "./to-tree";

const sha256 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

/** The root as RFC 6962 defines it: of the largest power of two of leaves, and of the rest. */
function rootOf(leaves: Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0] as Buffer;
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return sha256("\u0001", rootOf(leaves.slice(0, left)), rootOf(leaves.slice(left)));
}

/** The leaves and roots with which programs of Certificate Transparency are tested. */
const LEAVES = ["", "\u0000", "\u0010", " !", "01", "@ABC", "PQRSTUVW", "`abcdefghijklmno"].map(toLeaf);
const ROOTS: Readonly<Record<number, string>> = {
  1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
};

it("has the roots of Certificate Transparency", () => {
  for (const [size, root] of Object.entries(ROOTS)) expect(toTree(LEAVES.slice(0, Number(size))).root).toBe(root);
});

it("has the root of the definition for each number of leaves, and paths no longer than its height", () => {
  for (let size = 1; size <= 40; size += 1) {
    const leaves = Array.from({ length: size }, (_, index) => toLeaf(String(index)));
    const { root, paths } = toTree(leaves);
    expect([size, root]).toEqual([size, rootOf(leaves).toString("hex")]);
    expect(Math.max(...paths.map((path) => path.length))).toBe(Math.ceil(Math.log2(size)));
  }
});

it("has no root without a leaf", () => {
  expect(() => toTree([])).toThrow(RangeError);
});
