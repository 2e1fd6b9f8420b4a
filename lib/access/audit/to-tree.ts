/**
 * A Merkle tree over receipts (RFC 6962, section 2.1): one signature of its root signs all of them, and each receipt
 * proves with a few hashes that it is a leaf. Hashes of leaves and of nodes begin with another byte each, so that no
 * node can be passed off as a leaf. Pure.
 */
import { hash } from "node:crypto";

const NODE = Buffer.from([0x01]);

/** The hash of a leaf with this content. */
export const toLeaf = (content: string): Buffer => hash("sha256", `\u0000${content}`, "buffer");

const toNode = (left: Buffer, right: Buffer): Buffer => hash("sha256", Buffer.concat([NODE, left, right]), "buffer");

/** The nodes above; the last one of an odd number stays as it is. */
function toParents(nodes: readonly Buffer[]): Buffer[] {
  const parents: Buffer[] = [];
  for (let index = 0; index < nodes.length; index += 2) {
    const [left, right] = [nodes[index] as Buffer, nodes[index + 1]];
    parents.push(right ? toNode(left, right) : left);
  }
  return parents;
}

/** The root, and for each leaf the hashes that lead from it to the root (RFC 6962, section 2.1.1), all in hex. */
export function toTree(leaves: readonly Buffer[]): { root: string; paths: string[][] } {
  const paths: string[][] = leaves.map(() => []);
  let level = leaves;
  for (let height = 0; level.length > 1; height += 1) {
    const texts = level.map((node) => node.toString("hex"));
    paths.forEach((path, leaf) => {
      const sibling = texts[(leaf >> height) ^ 1];
      if (sibling !== undefined) path.push(sibling);
    });
    level = toParents(level);
  }
  const [root] = level;
  if (!root) throw new RangeError("A tree has at least one leaf.");
  return { root: root.toString("hex"), paths };
}
