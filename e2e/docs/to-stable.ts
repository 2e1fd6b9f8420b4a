/** Answers as the API reference shows them: without secrets, short, and the same in each run. */

const TIME = "2026-11-29T09:00:00.000Z";
const MOST_TEXT = 160;
/** Entries of a list and levels below which less is shown. */
const MOST_ENTRIES = 2;
const DEEP = 3;
const MOST_MEMBERS = 12;
const MOST_CHARACTERS = 4_000;

const SECRET_PREFIXES = "ak|sak|oak|uak|bt|whsec|cs";
const LOCAL = "https?://(?:localhost|127\\.0\\.0\\.1):\\d+";
const OWN_PATHS = "api|v3|mcp|tool_router|connect|my|settings|approve|approvals|sign-in|oauth|sessions|logos";
const TEXTS: readonly [RegExp, string][] = [
  [new RegExp(`${LOCAL}(?=/(?:${OWN_PATHS})\\b|$)`, "g"), "https://patchbay.example.com"],
  [new RegExp(LOCAL, "g"), "https://api.example.com"],
  [/\b(?:localhost|127\.0\.0\.1):\d+/g, "api.example.com"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, TIME],
  [new RegExp(`\\b(${SECRET_PREFIXES})_[\\w+/-]{4,}=*`, "g"), "$1_…"],
  [/([?&](?:signature|token|code|state|X-Amz-[\w-]+)=)[^&"\s]+/g, "$1…"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "00000000-0000-4000-8000-000000000001"],
  // An ID has a prefix, and a capital letter or a digit among what follows.
  [/\b([a-z]{2,8})_(?=[a-z_-]*[0-9A-Z])[0-9A-Za-z_-]{9,}(?![0-9A-Za-z])/g, "$1_1"],
  [/\b(?=[A-Za-z0-9+/_-]*\d)(?=[A-Za-z0-9+/_-]*[A-Z])[A-Za-z0-9+/_-]{32,}={0,2}/g, "…"],
  [/\b(?=[0-9a-f]*\d)(?:[0-9a-f]{12}|[0-9a-f]{40,})\b/g, "0123456789ab"],
  [/\bv1\.[\w.-]{20,}/g, "v1.…"],
];

function toText(text: string): string {
  let stable = text;
  for (const [pattern, words] of TEXTS) stable = stable.replaceAll(pattern, words);
  return stable.length > MOST_TEXT
    ? `${stable.slice(0, stable.lastIndexOf(" ", MOST_TEXT) + 1 || MOST_TEXT)}…`
    : stable;
}

/** Measured: another number in each run. */
const MEASURED = /(?:_ms|^ms|duration|latency|_seconds_ago|age_seconds|bytes|about_tokens|tokens)$/;
const isTime = (value: number): boolean => value > 1_500_000_000;

function toStable(name: string, value: unknown, depth: number, entries: number): unknown {
  if (typeof value === "string") return toText(value);
  if (typeof value === "number") {
    if (isTime(value)) return value > 1e12 ? Date.parse(TIME) : Date.parse(TIME) / 1000;
    return MEASURED.test(name) && value !== 0 ? 12 : value;
  }
  if (Array.isArray(value))
    return value.slice(0, depth > DEEP ? 1 : entries).map((entry) => toStable(name, entry, depth + 1, entries));
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value);
  return Object.fromEntries(
    (depth > DEEP ? members.slice(0, MOST_MEMBERS) : members).map(([key, member]) => [
      toText(key),
      toStable(key, member, depth + 1, entries),
    ]),
  );
}

/** Null if even one entry of each list is too long to be read. */
export function toExample(answer: unknown): unknown {
  for (const entries of [MOST_ENTRIES, 1]) {
    const example = toStable("", answer, 0, entries);
    if (JSON.stringify(example).length <= MOST_CHARACTERS) return example;
  }
  return null;
}
