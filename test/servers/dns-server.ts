/** A DNS server on loopback (UDP, RFC 1035) for tests. It gives the answers that a test sets, late, or never. */
import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";

export type DnsRecord =
  | { type: "A" | "AAAA"; address: string; ttl?: number; name?: string }
  | { type: "CNAME"; to: string; ttl?: number; name?: string };

export type DnsQuestion = { name: string; type: "A" | "AAAA" };
/** Records, a refusal by its number (2 SERVFAIL, 3 NXDOMAIN), or undefined for silence. */
export type DnsAnswer = readonly DnsRecord[] | number | undefined;

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;

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

function toRecord(record: DnsRecord, questionName: string): Buffer {
  const data = record.type === "CNAME" ? toName(record.to) : toBytes(record.address);
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(TYPES[record.type], 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(record.ttl ?? 60, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([toName(record.name ?? questionName), fixed, data]);
}

function readQuestion(message: Buffer): { question: DnsQuestion; end: number } {
  const labels: string[] = [];
  let offset = 12;
  for (let length = message[offset] ?? 0; length > 0; length = message[offset] ?? 0) {
    labels.push(message.toString("latin1", offset + 1, offset + 1 + length));
    offset += length + 1;
  }
  const type = message.readUInt16BE(offset + 1) === TYPES.AAAA ? "AAAA" : "A";
  return { question: { name: labels.join(".").toLowerCase(), type }, end: offset + 5 };
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

/**
 * Starts a server whose answers come from `answer`, at once or when its promise resolves.
 * @returns its address in the form of PATCHBAY_DNS_SERVERS, and every question it received
 */
export async function startDnsServer(answer: (question: DnsQuestion) => DnsAnswer | Promise<DnsAnswer>) {
  const socket = createSocket("udp4");
  const questions: DnsQuestion[] = [];
  socket.on("message", (message, from) => {
    const { question, end } = readQuestion(message);
    questions.push(question);
    void Promise.resolve(answer(question)).then((reply) => {
      if (reply !== undefined) socket.send(toMessage(message, end, question.name, reply), from.port, from.address);
    });
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { address: `127.0.0.1:${socket.address().port}`, asked: questions, close: () => socket.close() };
}
