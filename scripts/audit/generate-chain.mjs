// Writes an exported audit trail of any length, for measuring the verifier:
// `node scripts/audit/generate-chain.mjs 1000000 > chain.jsonl`
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { canonicalJson } from "./canonical-json.mjs";
import { firstHash, hashOf } from "./verify-audit.mjs";

const EVENTS = Number(process.argv[2] ?? 1_000_000);
const CHECKPOINT_EVERY = 1_000;
const BATCH = 1_000;
const organization = "org_generated";
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const { x } = publicKey.export({ format: "jwk" });
const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");

const signed = (statement) => {
  const content = { ...statement, key_id: kid };
  return { ...content, signature: sign(null, Buffer.from(canonicalJson(content)), privateKey).toString("base64url") };
};

const timeOf = (sequence) => new Date(Date.UTC(2026, 0, 1) + sequence * 1_000).toISOString();

const toEvent = (sequence, previousHash) => {
  const event = {
    type: "event",
    sequence,
    previous_hash: previousHash,
    organization_id: organization,
    id: String(sequence * 3),
    at: timeOf(sequence),
    project_id: "proj_generated00",
    actor_kind: sequence % 3 === 0 ? "apiKey" : "session",
    actor_id: `user_${sequence % 97}`,
    action: sequence % 5 === 0 ? "auth_config.update" : "connected_account.create",
    operation: "postConnectedAccounts",
    target: `ca_${sequence}`,
    facts: { toolkit: "github", "from.name": `Name ${sequence}`, "to.name": `Name ${sequence + 1}` },
    outcome: "done",
    status: 200,
    request_id: `req_${sequence}`,
    address: "203.0.113.7",
  };
  return { ...event, hash: hashOf(event) };
};

/** The hash of the last event stands in the header, so the chain is made twice, and only once written. */
function* events() {
  let hash = firstHash(organization);
  for (let sequence = 1; sequence <= EVENTS; sequence += 1) {
    const event = toEvent(sequence, hash);
    hash = event.hash;
    yield event;
  }
}

let lastHash = firstHash(organization);
for (const { hash } of events()) lastHash = hash;
const header = {
  type: "header",
  format: "patchbay-audit-1",
  organization_id: organization,
  exported_at: timeOf(EVENTS),
  begun_at: timeOf(0),
  first_sequence: 1,
  last_sequence: EVENTS,
  previous_hash: firstHash(organization),
  last_hash: lastHash,
  keys: [{ kty: "OKP", crv: "Ed25519", x, kid }],
};

let text = `${JSON.stringify(signed(header))}\n`;
for (const event of events()) {
  text += `${JSON.stringify(event)}\n`;
  const { sequence, hash } = event;
  if (sequence % CHECKPOINT_EVERY === 0) {
    const checkpoint = {
      type: "checkpoint",
      format: "patchbay-audit-1",
      organization_id: organization,
      sequence,
      hash,
    };
    text += `${JSON.stringify(signed({ ...checkpoint, at: timeOf(sequence) }))}\n`;
  }
  if (sequence % BATCH === 0) {
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
    text = "";
  }
}
process.stdout.write(text);
