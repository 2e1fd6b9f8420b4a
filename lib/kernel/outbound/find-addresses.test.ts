/**
 * Looking names up against a real DNS server on loopback that is slow, silent or hostile. No connection is made to what
 * it names.
 */
import { scrypt } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import dnsModule from "node:dns";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo, LookupFunction } from "node:net";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startDnsServer, type DnsAnswer, type DnsQuestion } from "@/test/servers/dns-server";
import { findAddresses, forgetAddresses, knownLookup } from "./find-addresses";
import { send } from "./send";
import { Abort } from "./dispatch";
import { forgetSettings } from "@/test/setup/process-memory";
import { PATIENT } from "@/test/setup/patience";

const PUBLIC = { v4: "1.1.1.1", other: "8.8.8.8", v6: "2606:4700::1111" };
const NO_NAME = 3;
const SERVER_FAILURE = 2;

let server: Awaited<ReturnType<typeof startDnsServer>>;
let answer: (question: DnsQuestion) => DnsAnswer | Promise<DnsAnswer>;
/** A name of its own for each test, as names are remembered. */
let host: string;
let count = 0;

beforeAll(async () => {
  server = await startDnsServer((question) => answer(question));
  vi.stubEnv("PATCHBAY_DNS_SERVERS", server.address);
  forgetSettings();
});
afterAll(() => {
  server.close();
  vi.unstubAllEnvs();
  forgetSettings();
});
beforeEach(() => {
  server.asked.length = 0;
  host = `n${++count}.example`;
});
afterEach(() => vi.restoreAllMocks());

const find = (name = host, project = "p") => findAddresses(project, "public", name, new Abort());
/** Addresses that a connection to the host gets. */
const connectable = (name = host): Promise<string[]> =>
  new Promise((resolve, reject) => {
    (knownLookup("public") as (...args: Parameters<LookupFunction>) => void)(name, { all: true }, ((
      error: Error | null,
      all: { address: string }[],
    ) => (error ? reject(error) : resolve(all.map(({ address }) => address)))) as never);
  });
const namesAsked = () => new Set(server.asked.map(({ name }) => name)).size;
const only =
  (type: "A" | "AAAA", ...addresses: string[]) =>
  (question: DnsQuestion): DnsAnswer =>
    question.type === type ? addresses.map((address) => ({ type, address })) : [];
const get = (url: string, more: object = {}) => send({ projectId: "p", method: "GET", url, ...more });

describe("the answers", () => {
  it("contain addresses of both kinds, and a connection uses only these", async () => {
    answer = ({ type }) => [type === "A" ? { type, address: PUBLIC.v4 } : { type, address: PUBLIC.v6 }];
    await find();
    expect(await connectable()).toEqual([PUBLIC.v4, PUBLIC.v6]);
    // A second answer cannot differ: none is asked for.
    answer = only("A", "127.0.0.1");
    expect(find()).toBeUndefined();
    expect(await connectable()).toEqual([PUBLIC.v4, PUBLIC.v6]);
    expect(server.asked).toHaveLength(2);
  });

  it.each([
    ["a private address after a public one", only("A", PUBLIC.v4, "10.0.0.1")],
    [
      "a private IPv6 address beside a public IPv4 one",
      ({ type }: DnsQuestion): DnsAnswer =>
        type === "A" ? [{ type, address: PUBLIC.v4 }] : [{ type, address: "::1" }],
    ],
    [
      "a private address at the end of a chain of aliases",
      ({ name, type }: DnsQuestion): DnsAnswer =>
        type === "A"
          ? [
              { type: "CNAME", to: "one.example" },
              { type: "CNAME", name: "one.example", to: `two.${name}` },
              { type: "A", name: `two.${name}`, address: "169.254.169.254" },
            ]
          : [],
    ],
    ["an IPv4 address hidden in an IPv6 one", only("AAAA", "64:ff9b::7f00:1")],
  ])("are refused for %s", async (_, answers) => {
    answer = answers;
    await expect(get(`http://${host}/`)).rejects.toMatchObject({ phase: "refused", facts: { sent: false } });
    await expect(connectable()).rejects.toThrow();
  });

  it("are followed through a chain of aliases", async () => {
    answer = ({ name, type }) =>
      type === "A"
        ? [
            { type: "CNAME", to: "cdn.example" },
            { type: "CNAME", name: "cdn.example", to: `edge.${name}` },
            { type: "A", name: `edge.${name}`, address: PUBLIC.other },
          ]
        : [];
    await find();
    expect(await connectable()).toEqual([PUBLIC.other]);
  });

  it("are requested once for all who want them at a time, in whichever project", async () => {
    answer = only("A", PUBLIC.v4);
    await Promise.all(["p", "p", "q", "r"].map(async (project) => find(host, project)));
    expect(server.asked).toHaveLength(2);
  });

  it("count when they come late, and a caller in a hurry learns what it waited for", async () => {
    let come: (answers: DnsAnswer) => void = () => undefined;
    answer = ({ type }) => (type === "A" ? new Promise((resolve) => (come = resolve)) : []);
    const patient = find();
    await expect(get(`http://${host}/`, { timeoutMs: 50 })).rejects.toMatchObject({
      phase: "timeout",
      facts: { during: "connect", limitMs: 50, sent: false },
    });
    await vi.waitFor(() => expect(server.asked.some(({ type }) => type === "A")).toBe(true), PATIENT);
    come([{ type: "A", address: PUBLIC.v4 }]);
    await patient;
    expect(await connectable()).toEqual([PUBLIC.v4]);
  });
});

describe("a failure", () => {
  it.each([
    ["no such name", NO_NAME, { phase: "connect", facts: { sent: false, passing: false } }],
    ["a server that fails", SERVER_FAILURE, { phase: "connect", facts: { sent: false, passing: true } }],
  ])("is reported and not cached: %s", async (_, code, expected) => {
    answer = () => code;
    await expect(get(`http://${host}/`)).rejects.toMatchObject(expected);
    answer = only("A", PUBLIC.v4);
    await find();
    expect(await connectable()).toEqual([PUBLIC.v4]);
  });

  it("comes from a silent server after a time limit, names the host, and may pass", async () => {
    answer = () => undefined;
    await expect(get(`http://${host}/`)).rejects.toMatchObject({
      phase: "timeout",
      message: `Couldn't resolve ${host} within 5000 ms.`,
      facts: { sent: false, passing: true },
    });
  });
});

describe("an address", () => {
  const answerAfter = (seconds: number) => {
    const startedAt = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(startedAt + seconds * 1000);
  };

  it("is valid for its time, then used a little longer during a new look-up, and then waited for", async () => {
    answer = ({ type }) => (type === "A" ? [{ type, address: PUBLIC.v4, ttl: 10 }] : []);
    await find();
    answerAfter(9);
    expect(find()).toBeUndefined();
    expect(server.asked).toHaveLength(2);
    answer = only("A", PUBLIC.other);
    answerAfter(11);
    expect(find()).toBeUndefined();
    await vi.waitFor(async () => expect(await connectable()).toEqual([PUBLIC.other]), PATIENT);
    answerAfter(11 + 60 + 31);
    const again = find();
    expect(again).toBeInstanceOf(Promise);
    await again;
  });

  it("is valid for a minute at most, whatever its server returns", async () => {
    answer = ({ type }) => (type === "A" ? [{ type, address: PUBLIC.v4, ttl: 86_400 }] : []);
    await find();
    answerAfter(61);
    void find();
    await vi.waitFor(() => expect(server.asked).toHaveLength(4), PATIENT);
  });

  it("is refused after the next look-up if it turns private while cached", async () => {
    answer = ({ type }) => (type === "A" ? [{ type, address: PUBLIC.v4, ttl: 1 }] : []);
    await find();
    answer = only("A", "10.0.0.1");
    answerAfter(2);
    void find();
    await vi.waitFor(() => expect(connectable()).rejects.toThrow(), PATIENT);
    await expect(get(`http://${host}/`)).rejects.toMatchObject({ phase: "refused" });
  });

  it("is looked up again if it does not answer", async () => {
    answer = only("A", PUBLIC.v4);
    await find();
    forgetAddresses(host);
    await find();
    expect(server.asked).toHaveLength(4);
  });
});

describe("look-ups that hang", () => {
  let release: (answers: DnsAnswer) => void;
  let pending: Promise<DnsAnswer>;
  beforeEach(() => {
    pending = new Promise((resolve) => (release = resolve));
  });

  it("hold no thread, so that files and passwords continue beside a hundred of them", async () => {
    answer = () => pending;
    let count = 0;
    const hanging = Array.from({ length: 100 }, (_, index) =>
      get(`http://h${index}.${host}/`, { projectId: `p${index % 10}` })
        .catch(() => undefined)
        .finally(() => count++),
    );
    await vi.waitFor(() => expect(namesAsked()).toBe(100), PATIENT);
    const hash = promisify(scrypt);
    await Promise.all([...Array.from({ length: 8 }, () => hash("password", "salt", 64)), readFile("package.json")]);
    expect(count).toBe(0);
    release(NO_NAME);
    await Promise.all(hanging);
  });

  it("are few for one project, and another project's name is looked up at once", async () => {
    const others = `free.${host}`;
    answer = (question) => (question.name === others ? only("A", PUBLIC.v4)(question) : pending);
    const hanging = Array.from({ length: 60 }, async (_, index) =>
      find(`g${index}.${host}`, "greedy")?.catch(() => undefined),
    );
    await find(others, "modest");
    expect(await connectable(others)).toEqual([PUBLIC.v4]);
    expect(namesAsked()).toBe(16 + 1);
    release(NO_NAME);
    await Promise.all(hanging);
    expect(namesAsked()).toBe(60 + 1);
  });
});

describe("names of this machine and of the operator's list", () => {
  it("hold two threads of the system at most, and one for a project", async () => {
    const waiting: ((error: Error) => void)[] = [];
    const hold = (_name: string, _options: object, done: (error: Error) => void) => void waiting.push(done);
    vi.spyOn(dnsModule, "lookup").mockImplementation(hold as never);
    syncBuiltinESMExports();
    const lookups = ["a", "a", "b", "c"].map((project, index) =>
      Promise.resolve(findAddresses(project, "listed", `l${index}.${host}`, new Abort())).catch(() => undefined),
    );
    for (const most of [2, 2, 2, 1]) {
      await vi.waitFor(() => expect(waiting).toHaveLength(most), PATIENT);
      await new Promise((resolve) => setImmediate(resolve));
      expect(waiting).toHaveLength(most);
      waiting.shift()?.(Object.assign(new Error("none"), { code: "ENOTFOUND" }));
    }
    await Promise.all(lookups);
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it.each(["localhost", "LOCALHOST.", "a.localhost"])(
    "%s is refused without a look-up unless it is listed",
    async (name) => {
      answer = only("A", PUBLIC.v4);
      vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", "");
      forgetSettings();
      await expect(get(`http://${name}/`)).rejects.toMatchObject({ phase: "refused" });
      expect(server.asked).toEqual([]);
    },
  );

  const alias = /^127\.0\.0\.1\s+(?!localhost)(\S+)$/m.exec(readFileSync("/etc/hosts", "utf8"))?.[1];
  it.each(["localhost", "x.localhost", ...(alias ? [alias] : [])])(
    "%s is reached where it is listed, by the machine's own means",
    async (name) => {
      const target = createServer((_, response) => response.end("here"));
      await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
      const { port } = target.address() as AddressInfo;
      vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", `${name}:${port}`);
      forgetSettings();
      expect((await get(`http://${name}:${port}/`)).body.toString()).toBe("here");
      expect(server.asked).toEqual([]);
      target.closeAllConnections();
      target.close();
    },
  );
});
