/** A DNS server on loopback (UDP, RFC 1035) for tests. It gives the answers that a test sets, late, or never. */
import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";

export type DnsRecord =
  | { type: "A" | "AAAA"; address: string; ttl?: number; name?: string }
  | { type: "CNAME"; to: string; ttl?: number; name?: string }
  /** Each piece has at most 255 bytes. */
  | { type: "TXT"; pieces: readonly string[]; ttl?: number; name?: string };

export type DnsQuestion = { name: string; type: "A" | "AAAA" };

/** The texts of a name; undefined for a name that does not exist. */
type DnsTexts = (name: string) => readonly string[] | undefined;
/** Records, a refusal by its number (2 SERVFAIL, 3 NXDOMAIN), or undefined for silence. */
export type DnsAnswer = readonly DnsRecord[] | number | undefined;

const NO_NAME = 3;

const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;

const toName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")])),
    Buffer.from([0]),
  ]);

function toBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail] = address.split("::");
  const words = (text: string): string[] => (text === "" ? [] : text.split(":"));
  const [before, after] = [words(head), tail === undefined ? [] : words(tail)];
  const all = [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
  return Buffer.concat(all.map((word) => Buffer.from(word.padStart(4, "0"), "hex")));
}

const toPieces = (pieces: readonly string[]): Buffer =>
  Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, "latin1")])));

function toData(record: DnsRecord): Buffer {
  if (record.type === "TXT") return toPieces(record.pieces);
  return record.type === "CNAME" ? toName(record.to) : toBytes(record.address);
}

function toRecord(record: DnsRecord, questionName: string): Buffer {
  const data = toData(record);
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(TYPES[record.type], 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(record.ttl ?? 60, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([toName(record.name ?? questionName), fixed, data]);
}

function readQuestion(message: Buffer): { name: string; type: DnsQuestion["type"] | "TXT"; end: number } {
  const labels: string[] = [];
  let offset = 12;
  for (let length = message[offset] ?? 0; length > 0; length = message[offset] ?? 0) {
    labels.push(message.toString("latin1", offset + 1, offset + 1 + length));
    offset += length + 1;
  }
  const number = message.readUInt16BE(offset + 1);
  const type = number === TYPES.TXT ? "TXT" : number === TYPES.AAAA ? "AAAA" : "A";
  return { name: labels.join(".").toLowerCase(), type, end: offset + 5 };
}

function toMessage(query: Buffer, end: number, name: string, answer: readonly DnsRecord[] | number): Buffer {
  const records = typeof answer === "number" ? [] : answer;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (typeof answer === "number" ? answer : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(12, end), ...records.map((record) => toRecord(record, name))]);
}

/** DNS cuts a text into pieces of 255 bytes at most; each text is two of them here. */
const toTexts = (texts: readonly string[] | undefined): DnsAnswer =>
  texts ? texts.map((text) => ({ type: "TXT", pieces: [text.slice(0, 9), text.slice(9)] })) : NO_NAME;

/**
 * Starts a server whose answers come from `answer`, at once or when its promise resolves, and those of TXT records from
 * `texts`.
 * @returns its address in the form of PATCHBAY_DNS_SERVERS, and every question for addresses that it received
 */
export async function startDnsServer(
  answer: (question: DnsQuestion) => DnsAnswer | Promise<DnsAnswer>,
  texts: DnsTexts = () => undefined,
) {
  const socket = createSocket("udp4");
  const questions: DnsQuestion[] = [];
  const answerTo = (name: string, type: DnsQuestion["type"] | "TXT") => {
    if (type === "TXT") return toTexts(texts(name));
    questions.push({ name, type });
    return answer({ name, type });
  };
  socket.on("message", (message, from) => {
    const { name, type, end } = readQuestion(message);
    void Promise.resolve(answerTo(name, type)).then((reply) => {
      if (reply !== undefined) socket.send(toMessage(message, end, name, reply), from.port, from.address);
    });
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { address: `127.0.0.1:${socket.address().port}`, asked: questions, close: () => socket.close() };
}
