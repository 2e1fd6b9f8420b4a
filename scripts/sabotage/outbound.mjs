// Guards of lib/kernel on the way out: addresses, names, redirects, and turns at a host.

const ADDRESS = ["lib/kernel/outbound/address-policy.test.ts"];
const ROUTE = ["lib/kernel/outbound/judge-target.test.ts"];
const OUTBOUND = ["lib/kernel/outbound/send.test.ts"];
const LOOKUP = ["lib/kernel/outbound/find-addresses.test.ts"];
const REDIRECT = ["lib/kernel/outbound/redirect.test.ts"];
const GATE = ["lib/kernel/concurrency/slots.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const outbound = [
  {
    name: "IPv6 addresses outside of the internet's own range count as public",
    file: "lib/kernel/outbound/address-policy.ts",
    from: "parsed.match(GLOBAL_UNICAST)",
    to: "parsed.match(GLOBAL_UNICAST, 0)",
    tests: ADDRESS,
  },
  {
    name: "the address of Azure's host counts as public",
    file: "lib/kernel/outbound/address-policy.ts",
    from: "parsed.toString() !== AZURE_HOST",
    to: 'parsed.toString() !== ""',
    tests: ADDRESS,
  },
  {
    name: "private addresses count as public",
    file: "lib/kernel/outbound/address-policy.ts",
    from: 'if (parsed.range() !== "unicast") return false;',
    to: "",
    tests: ADDRESS,
  },
  {
    name: "an allowed private host is allowed on every port",
    file: "lib/kernel/outbound/address-policy.ts",
    from: '(pattern.port === "*" || pattern.port === port) && ',
    to: '(port !== "") && ',
    tests: ADDRESS,
  },
  {
    name: "only the first address of a name is judged",
    file: "lib/kernel/outbound/find-addresses.ts",
    from: "records.some(({ address })",
    to: "records.slice(0, 1).some(({ address })",
    tests: LOOKUP,
  },
  {
    name: "private addresses of a public name are reached",
    file: "lib/kernel/outbound/find-addresses.ts",
    from: "if (records.some(({ address }) => !isPublicAddress(address)))",
    to: "if (records.some(({ address }) => !isPublicAddress && !address))",
    tests: LOOKUP,
  },
  {
    name: "a known name that turned private is used on",
    file: "lib/kernel/outbound/find-addresses.ts",
    from: "if (error instanceof OutboundError && !error.facts.passing) names()[kind].known.delete(host);",
    to: "void error;",
    tests: LOOKUP,
  },
  {
    name: "one project may hold every look-up of names",
    file: "lib/kernel/outbound/find-addresses.ts",
    from: "public: { total: 256, share: 16 }",
    to: "public: { total: 256, share: 256 }",
    tests: LOOKUP,
  },
  {
    name: "names of this machine are looked up like others",
    file: "lib/kernel/outbound/judge-target.ts",
    from: "if (isLocalName(host) || (isIP(host)",
    to: "if ((isIP(host)",
    tests: [...OUTBOUND, ...ROUTE, ...LOOKUP],
  },
  {
    name: "a proxy is asked for names that are private here",
    file: "lib/kernel/outbound/judge-target.ts",
    from: 'if (target.kind === "public") await assertNotPrivate(projectId, target.host, signal);',
    to: "void assertNotPrivate;",
    tests: ROUTE,
  },
  {
    name: "URLs with a user name and password are sent",
    file: "lib/kernel/outbound/judge-target.ts",
    from: "if (url.username || url.password)",
    to: 'if (url.port === "-")',
    tests: [...OUTBOUND, ...ROUTE],
  },
  {
    name: "URLs of other protocols are tried",
    file: "lib/kernel/outbound/judge-target.ts",
    from: 'if (url.protocol !== "https:" && url.protocol !== "http:")',
    to: 'if (url.port === "-")',
    tests: [...OUTBOUND, ...ROUTE],
  },
  {
    name: "spaces and control characters are taken in addresses",
    file: "lib/kernel/outbound/judge-target.ts",
    from: "if (UNSAFE.test(text)) return",
    to: "if (!text && UNSAFE.test(text)) return",
    tests: ["lib/execution/base-urls.db.test.ts"],
  },
  {
    name: "addresses without a host after two slashes are taken",
    file: "lib/kernel/outbound/judge-target.ts",
    from: "if (!HTTP_URL.test(text)) return",
    to: "if (!text && !HTTP_URL.test(text)) return",
    tests: ["lib/kernel/outbound/judge-target.test.ts"],
  },
  {
    name: "credentials follow a redirect to another origin",
    file: "lib/kernel/outbound/redirect.ts",
    from: "(isOwn || TRAVELS.has(name.toLowerCase()))",
    to: "(isOwn || TRAVELS.size > 0)",
    tests: REDIRECT,
  },
  {
    name: "a body follows a redirect to another origin",
    file: "lib/kernel/outbound/redirect.ts",
    from: "if (!isOwn && !toGet && body !== undefined)",
    to: "if (!isOwn && !toGet && body === null)",
    tests: REDIRECT,
  },
  {
    name: "headers of a body stay when it does not",
    file: "lib/kernel/outbound/redirect.ts",
    from: "!(toGet && OF_BODY.test(name))",
    to: '!(toGet && OF_BODY.test(""))',
    tests: REDIRECT,
  },
  {
    name: "an answer of any size is held in memory",
    file: "lib/kernel/outbound/send.ts",
    from: "await readCapped(stream, encoding, maxBytes, room)",
    to: "await readCapped(stream, encoding, maxBytes + 10_000_000, room)",
    tests: OUTBOUND,
  },
  {
    name: "one project may hold every slot",
    file: "lib/kernel/concurrency/slots.ts",
    from: "if (!hasRoom(slots, tenant)) return false;",
    to: "",
    tests: GATE,
  },
  {
    name: "a project with many requests keeps its turn",
    file: "lib/kernel/concurrency/slots.ts",
    from: "    slots.turns.delete(tenant);\n    tenant.waiting.delete(pass);",
    to: "    tenant.waiting.delete(pass);\n    if (tenant.waiting.size === 0 || tenant.running + 1 >= slots.room.share) slots.turns.delete(tenant);",
    tests: GATE,
  },
  {
    name: "a place goes to a project that has its share",
    file: "lib/kernel/concurrency/slots.ts",
    from: "if (hasRoom(slots, tenant)) return tenant;",
    to: "if (tenant.waiting) return tenant;",
    tests: GATE,
  },
  {
    name: "one project may hold every place at a provider's host",
    file: "lib/kernel/outbound/send.ts",
    from: "Math.min(total, Math.max(50, Math.floor(total / 2)))",
    to: "total",
    tests: ["lib/kernel/outbound-fairness.test.ts"],
  },
  {
    name: "look-ups of listed names may hold every thread of the system",
    file: "lib/kernel/outbound/find-addresses.ts",
    from: "listed: { total: 2, share: 1 }",
    to: "listed: { total: 200, share: 200 }",
    tests: LOOKUP,
  },
  {
    name: "a small compressed answer fills the disk",
    file: "lib/kernel/outbound/decode-body.ts",
    from: "size > free && size > MAX_GROWTH * decoder.bytesWritten",
    to: "size < 0 && size > MAX_GROWTH * decoder.bytesWritten + free",
    tests: ["lib/kernel/outbound/decode-body.test.ts"],
  },
  {
    name: "JSON of any number of different names is parsed",
    file: "lib/kernel/json/scan-json.ts",
    from: "++this.different > this.bounds.different)",
    to: "++this.different > this.bounds.different * 1e9)",
    tests: ["lib/kernel/json/read-json.test.ts"],
  },
];
