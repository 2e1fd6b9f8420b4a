// Receipts that were signed together: leaves of a Merkle tree (RFC 6962) with a signed root.
import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.mjs";
import { findSignatureFault } from "./signatures.mjs";

/** Each receipt with a signature of its own. */
export const ALONE = "patchbay-receipt-1";
export const TOGETHER = "patchbay-receipt-2";

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
const toNode = (left, right) => sha256("\u0001", Buffer.from(left, "hex"), Buffer.from(right, "hex"));

/**
 * The root of the tree with this leaf at this place (RFC 9162, section 2.1.3.2).
 * @param {string} leaf hash in hex
 * @param {{ size: number, index: number, path: string[] }} place
 * @returns {string | undefined} undefined for a path that no tree of this size has
 */
function toRoot(leaf, { size, index, path }) {
  let [root, place, last] = [leaf, index, size - 1];
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      root = toNode(sibling, root);
      while (place % 2 === 0 && place !== 0) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
    } else root = toNode(root, sibling);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : undefined;
}

const MEMBERS = "index,path,root,size";

const isTree = (tree) =>
  typeof tree === "object" &&
  tree !== null &&
  Object.keys(tree).sort().join(",") === MEMBERS &&
  Number.isSafeInteger(tree.size) &&
  Number.isSafeInteger(tree.index) &&
  tree.index >= 0 &&
  tree.index < tree.size &&
  Array.isArray(tree.path) &&
  tree.path.every((hash) => /^[0-9a-f]{64}$/.test(hash));

/**
 * @param {Record<string, any>} receipt of one of the two forms
 * @param {Map<string, import("node:crypto").KeyObject>} keys
 * @returns {string | undefined} the fault in words
 */
export function findReceiptFault(receipt, keys) {
  if (receipt.format === ALONE) return findSignatureFault(receipt, keys);
  const { tree, key_id, signature, ...content } = receipt;
  if (!isTree(tree)) return "it has no place in a tree of receipts";
  const { root, size } = tree;
  if (toRoot(sha256("\u0000", canonicalJson(content)), tree) !== root)
    return `its content does not lead to the root ${String(root)} of its tree`;
  const { format, organization_id } = content;
  return findSignatureFault({ type: "receipts", format, organization_id, root, size, key_id, signature }, keys);
}
