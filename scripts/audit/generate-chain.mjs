// Writes an exported audit trail of any length, for measuring the verifier.
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { canonicalJson } from "./canonical-json.mjs";
import { firstHash, hashOf } from "./verify-audit.mjs";

const FORMAT = "patchbay-audit-1";
const CHECKPOINT_EVERY = 1_000;
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

/** The events, oldest first. */
function* toEvents(count) {
  let hash = firstHash(organization);
  for (let sequence = 1; sequence <= count; sequence += 1) {
    const event = toEvent(sequence, hash);
    hash = event.hash;
    yield event;
  }
}

/** The first line contains the hash of the last event, so the events are computed twice, and never all in memory. */
function toHeader(count) {
  let lastHash = firstHash(organization);
  for (const { hash } of toEvents(count)) lastHash = hash;
  return signed({
    type: "header",
    format: FORMAT,
    organization_id: organization,
    exported_at: timeOf(count),
    begun_at: timeOf(0),
    first_sequence: 1,
    last_sequence: count,
    deleted_up_to: 0,
    requested_from: null,
    previous_hash: firstHash(organization),
    last_hash: lastHash,
    keys: [{ kty: "OKP", crv: "Ed25519", x, kid }],
  });
}

const toCheckpoint = ({ sequence, hash }) =>
  signed({
    type: "checkpoint",
    format: FORMAT,
    organization_id: organization,
    sequence,
    hash,
    at: timeOf(sequence),
  });

/**
 * @param {number} count of events
 * @returns {Generator<string>} parts of the file
 */
export function* generateChain(count) {
  let text = `${JSON.stringify(toHeader(count))}\n`;
  for (const event of toEvents(count)) {
    text += `${JSON.stringify(event)}\n`;
    if (event.sequence % CHECKPOINT_EVERY !== 0 && event.sequence !== count) continue;
    yield `${text}${JSON.stringify(toCheckpoint(event))}\n`;
    text = "";
  }
  yield text;
}
