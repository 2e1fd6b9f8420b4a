/** Receipts that are ready in the same moment share a signature, and each of them proves itself without the others. */
import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { verifyAudit } from "@/scripts/audit/verify-audit.mjs";
import { toKeys } from "@/scripts/audit/signatures.mjs";
import { joinReceipts } from "./join-receipts";
import { findPublicKeys, signingKey, signStatement } from "./signing-key";
import { toCanonicalJson } from "./to-canonical-json";

const FORMAT = "patchbay-receipt-2";
const contentOf = (index: number, organization = "org_a") => ({
  type: "receipt",
  format: FORMAT,
  organization_id: organization,
  log_id: `log_${index}`,
});

/** Receipts of executions that end in the same moment. */
async function receiptsOf(count: number) {
  const key = await signingKey();
  const signers = Array.from({ length: count }, () => joinReceipts("org_a", FORMAT, key));
  return Promise.all(
    signers.map(async (signer, index) => {
      const content = contentOf(index);
      return { ...content, ...(await signer.sign(toCanonicalJson(content))) };
    }),
  );
}

async function faultsOf(...receipts: unknown[]): Promise<string[]> {
  const lines = async function* () {
    yield* receipts.map((receipt) => JSON.stringify(receipt));
  };
  return (await verifyAudit(lines(), { keys: toKeys(await findPublicKeys()) })).faults;
}

const flip = (hex: string) => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);

it("is one signature for all that wait, and each receipt is verified alone", async () => {
  for (const count of [1, 2, 3, 7, 16, 33]) {
    const receipts = await receiptsOf(count);
    expect(new Set(receipts.map(({ signature }) => signature)).size).toBe(1);
    expect(receipts.map(({ tree }) => [tree.size, tree.index])).toEqual(receipts.map((_, index) => [count, index]));
    for (const receipt of receipts) expect(await faultsOf(receipt)).toEqual([]);
  }
});

it("is a tree of one receipt without a path for a call that is alone", async () => {
  const [receipt] = await receiptsOf(1);
  expect(receipt?.tree).toMatchObject({ size: 1, index: 0, path: [] });
});

it("fails with another content, place, path, root or signature", async () => {
  const [first, second] = await receiptsOf(5);
  if (!first || !second) throw new Error("There are five receipts.");
  const { tree } = first;
  const [step = "", ...rest] = tree.path;
  const changes: Record<string, object> = {
    content: { log_id: "log_changed" },
    "added member": { more: 1 },
    place: { tree: { ...tree, index: 1 } },
    size: { tree: { ...tree, size: 6 } },
    "step of the path": { tree: { ...tree, path: [flip(step), ...rest] } },
    "shorter path": { tree: { ...tree, path: rest } },
    "longer path": { tree: { ...tree, path: [...tree.path, step] } },
    "no path": { tree: { ...tree, path: undefined } },
    "upper case": { tree: { ...tree, path: [step.toUpperCase().replaceAll(/\d/g, "A"), ...rest] } },
    root: { tree: { ...tree, root: flip(tree.root) } },
    "member of the tree": { tree: { ...tree, more: 1 } },
    "tree of another": { tree: second.tree },
    signature: { signature: first.signature.replace(/^./, (character) => (character === "A" ? "B" : "A")) },
    "no tree": { tree: undefined },
    "older form": { format: "patchbay-receipt-1" },
    organization: { organization_id: "org_b" },
  };
  for (const [name, change] of Object.entries(changes))
    expect([name, await faultsOf({ ...first, ...change })]).toEqual([name, [expect.stringMatching(/was changed: /)]]);
});

it("verifies nothing that another key signed", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const signer = joinReceipts("org_a", FORMAT, { kty: "OKP", crv: "Ed25519", x, kid: "another", privateKey });
  const forged = { ...contentOf(0), ...(await signer.sign(toCanonicalJson(contentOf(0)))) };
  const { kid } = await signingKey();
  expect(await faultsOf(forged)).toEqual([expect.stringContaining("names the key another")]);
  expect(await faultsOf({ ...forged, key_id: kid })).toEqual([expect.stringContaining("its signature does not fit")]);
});

it("still verifies receipts with a signature of their own", async () => {
  const older = signStatement({ ...contentOf(0), format: "patchbay-receipt-1" }, await signingKey());
  expect(await faultsOf(older)).toEqual([]);
  expect(await faultsOf({ ...older, log_id: "log_1" })).toHaveLength(1);
});

it("keeps receipts of two organizations apart", async () => {
  const key = await signingKey();
  const signers = ["org_a", "org_b"].map((organization) => joinReceipts(organization, FORMAT, key));
  const places = await Promise.all(signers.map((signer) => signer.sign("{}")));
  expect(places.map(({ tree }) => tree.size)).toEqual([1, 1]);
  expect(places[0]?.signature).not.toBe(places[1]?.signature);
});

it("waits for no execution that still runs or that failed, and fills a tree with 256 receipts at most", async () => {
  const key = await signingKey();
  const [slow, failed, ready] = [1, 2, 3].map(() => joinReceipts("org_a", FORMAT, key));
  failed?.leave();
  failed?.leave();
  expect((await ready?.sign("{}"))?.tree.size).toBe(1);
  slow?.leave();
  const sizes = (await receiptsOf(300)).map(({ tree }) => tree.size);
  expect([sizes.filter((size) => size === 256).length, sizes.filter((size) => size === 44).length]).toEqual([256, 44]);
});

it("fails for each that waits if the signature fails, and signs those that come later", async () => {
  const key = await signingKey();
  const broken = { ...key, privateKey: key.x as unknown as typeof key.privateKey };
  const signers = [1, 2].map(() => joinReceipts("org_a", FORMAT, broken));
  const results = await Promise.allSettled(signers.map((signer) => signer.sign("{}")));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await receiptsOf(2)).map(({ tree }) => tree.size)).toEqual([2, 2]);
});
