// Verifies an exported audit trail, or receipts of executions, line by line and without the server. It needs as much
// memory for a million events as for one.
import { createHash } from "node:crypto";
import { canonicalJson, isUnambiguous } from "./canonical-json.mjs";
import { ALONE, findReceiptFault, TOGETHER } from "./receipts.mjs";
import { findSignatureFault, toKeys } from "./signatures.mjs";

const FORMAT = "patchbay-audit-1";
/** The server signs a checkpoint before this many events. */
const MAX_WITHOUT_CHECKPOINT = 2_000;
/** Further faults are counted only. */
const MAX_FAULTS = 20;

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
export const firstHash = (organization) => sha256(`${FORMAT}:${organization}`);

/** The hash of an event: of all its members but the hash itself. */
export function hashOf({ type: _type, hash: _hash, ...content }) {
  return sha256(canonicalJson(content));
}

const nameOf = ({ sequence, id, action }) => `event ${sequence} (ID ${id}, ${action})`;

class Verification {
  /** @param {{ keys?: Map<string, import("node:crypto").KeyObject> }} options */
  constructor({ keys } = {}) {
    this.pinned = keys;
    this.keys = keys ?? new Map();
    this.faults = [];
    this.faultCount = 0;
    this.counts = { events: 0, checkpoints: 0, receipts: 0 };
    this.line = 0;
    this.header = undefined;
    /** The number and the hash that the next event must follow. */
    this.sequence = undefined;
    this.hash = undefined;
    /** Hashes of missing events are unknown, so the next event is not compared with its predecessor. */
    this.isBroken = false;
    /** Ranges of numbers that were missing so far: an event that comes later was moved. */
    this.missing = [];
    /** The keys that signed something in the file. */
    this.signers = new Set();
    /** The event of the last checkpoint that holds. */
    this.checked = 0;
  }

  fault(text) {
    this.faultCount += 1;
    if (this.faults.length < MAX_FAULTS) this.faults.push(`Line ${this.line}: ${text}`);
  }

  /** @param {string} text one line of the file */
  read(text) {
    this.line += 1;
    if (text.trim() === "") return;
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      return this.fault("this is no JSON, so a line was cut or changed.");
    }
    if (!isUnambiguous(text, value))
      return this.fault("programs can read this line differently (a name twice, or a number in another form).");
    if (value?.type === "header") return this.readHeader(value);
    if (value?.type === "receipt") return this.readReceipt(value);
    if (!this.header) return this.fault("the file does not begin with the header of an exported audit trail.");
    if (value?.type === "event") return this.readEvent(value);
    if (value?.type === "checkpoint") return this.readCheckpoint(value);
    this.fault("this is no line of an audit trail, so it was added.");
  }

  readHeader(header) {
    if (this.header) return this.fault("a second header was added.");
    this.header = header;
    if (header.format !== FORMAT) return this.fault(`the form ${String(header.format)} is not known to this version.`);
    this.useKeys(header.keys);
    this.check(header, "The header was changed");
    this.sequence = header.first_sequence - 1;
    this.hash = header.previous_hash;
    this.checked = this.sequence;
    this.checkFirst(header);
    if (header.first_sequence === 1 && header.previous_hash !== firstHash(header.organization_id))
      this.fault("the chain does not begin as that of its organization.");
  }

  /** A chain begins with 1, unless the signed header has a reason. */
  checkFirst({ first_sequence: first, deleted_up_to: cut, requested_from: from }) {
    if (first === 1 || first === from) return;
    if (first !== cut + 1) return this.fault(`the file begins with event ${first}, without a reason in its header.`);
    this.missingCut = cut;
  }

  /** Keys that come with the file count only if the reader named none; another key than the reader's is a fault. */
  useKeys(jwks) {
    if (!Array.isArray(jwks)) return;
    try {
      const keys = toKeys(jwks);
      if (!this.pinned) this.keys = keys;
      for (const id of keys.keys())
        if (!this.keys.has(id)) this.fault(`the file names the key ${id}, which is not among the keys that you named.`);
    } catch (error) {
      this.fault(error.message);
    }
  }

  check(statement, words, findFault = findSignatureFault) {
    const fault = findFault(statement, this.keys);
    if (fault) this.fault(`${words}: ${fault}.`);
    else this.signers.add(statement.key_id);
    return fault === undefined;
  }

  readEvent(event) {
    this.counts.events += 1;
    const expected = this.sequence + 1;
    if (event.organization_id !== this.header.organization_id)
      return this.fault(`${nameOf(event)} belongs to another organization, so it was added.`);
    if (!Number.isSafeInteger(event.sequence)) return this.fault(`${nameOf(event)} has no number, so it was added.`);
    if (event.sequence < expected) return this.readEarlier(event);
    if (event.sequence > expected) this.skip(expected, event.sequence - 1);
    const isChanged = hashOf(event) !== event.hash;
    if (isChanged) this.fault(`${nameOf(event)} was changed: its hash does not fit its content.`);
    // A changed event is named once: the next event is compared with the hash in this line.
    else if (!this.isBroken && event.previous_hash !== this.hash)
      this.fault(`event ${expected - 1} was replaced: ${nameOf(event)} follows one with another hash.`);
    if (event.sequence - this.checked === MAX_WITHOUT_CHECKPOINT)
      this.fault(`the checkpoints between event ${this.checked} and ${nameOf(event)} are missing.`);
    this.isBroken = isChanged;
    this.sequence = event.sequence;
    this.hash = event.hash;
  }

  skip(first, last) {
    this.isBroken = true;
    if (this.missing.length < MAX_FAULTS) this.missing.push([first, last]);
    this.fault(first === last ? `event ${first} is missing.` : `events ${first} to ${last} are missing.`);
  }

  /** An event whose number was passed already. */
  readEarlier(event) {
    const isMoved = this.missing.some(([first, last]) => event.sequence >= first && event.sequence <= last);
    this.fault(
      isMoved
        ? `${nameOf(event)} was moved here from its place.`
        : `${nameOf(event)} was added: that number was there before.`,
    );
  }

  readCheckpoint(checkpoint) {
    this.counts.checkpoints += 1;
    const { sequence, hash } = checkpoint;
    if (sequence === this.missingCut) this.missingCut = undefined;
    if (checkpoint.organization_id !== this.header.organization_id)
      return this.fault("a checkpoint of another organization was added.");
    if (!this.check(checkpoint, `The checkpoint of event ${sequence} was changed`)) return;
    if (sequence > this.sequence) {
      // Signed, so it is right about where the chain was: the events before it are gone.
      this.skip(this.sequence + 1, sequence);
      [this.sequence, this.hash, this.isBroken] = [sequence, hash, false];
    } else if (sequence < this.sequence) this.fault(`the checkpoint of event ${sequence} was moved here.`);
    else if (hash !== this.hash)
      this.fault(`events up to ${sequence} were replaced: the signed checkpoint has another hash.`);
    this.checked = sequence;
  }

  readReceipt(receipt) {
    this.counts.receipts += 1;
    if (receipt.format !== ALONE && receipt.format !== TOGETHER)
      return this.fault(`the form ${String(receipt.format)} is not known to this version.`);
    this.check(receipt, `The receipt of the execution ${receipt.log_id} was changed`, findReceiptFault);
  }

  end() {
    if (!this.header) {
      if (this.counts.receipts === 0) this.fault("the file has no header, so it is no exported audit trail.");
      return this.report();
    }
    const { last_sequence: last, last_hash: hash } = this.header;
    if (this.missingCut !== undefined)
      this.fault(`the checkpoint of event ${this.missingCut}, the last deleted one, is missing.`);
    if (this.sequence === last && this.checked < last) this.fault(`event ${last}, the last one, has no checkpoint.`);
    if (this.sequence < last) this.skip(this.sequence + 1, last);
    else if (this.sequence > last) this.fault(`events after ${last}, the last one of the export, were added.`);
    else if (hash !== this.hash && !this.isBroken)
      this.fault(`event ${last} was replaced: the signed header has another hash.`);
    return this.report();
  }

  report() {
    return {
      ok: this.faultCount === 0,
      ...this.counts,
      organization: this.header?.organization_id,
      first: this.header?.first_sequence,
      last: this.header?.last_sequence,
      deleted_up_to: this.header?.deleted_up_to,
      begun_at: this.header?.begun_at,
      exported_at: this.header?.exported_at,
      key_ids: [...this.signers],
      is_pinned: this.pinned !== undefined,
      fault_count: this.faultCount,
      faults: this.faults,
    };
  }
}

/**
 * @param {AsyncIterable<string>} lines
 * @param {{ keys?: Map<string, import("node:crypto").KeyObject> }} [options] by default, the keys of the file count
 */
export async function verifyAudit(lines, options) {
  const verification = new Verification(options);
  for await (const line of lines) verification.read(line);
  return verification.end();
}
