/**
 * Reads a provider's answer about the places that a person gave access to: sites, accounts, organizations. An answer
 * can contain anything, and its values end up in addresses: values of an unexpected form are left out. Pure.
 */
import { ANSWER_BOUNDS, findJson } from "@/lib/kernel/json/read-json";
import type { Discovery } from "@/lib/catalog/discovery";
import { isObject } from "@/lib/kernel/text/is-object";
import { isUrl } from "@/lib/kernel/text/is-url";
import type { AccountValues } from "../account-values";
import { cleanMessage } from "./provider-error";

export type Place = { values: Record<string, string>; label: string };

/** Lists of places are long; whoever asks bounds their bytes. */
const BOUNDS = { ...ANSWER_BOUNDS, values: 1_000_000, names: 1_000_000 };

/** How many places of an answer are looked at, and how long a value and a label may be. */
const MAX_PLACES = 500;
const MAX_VALUE = 100;
const MAX_URL = 300;
const MAX_LABEL = 80;
/** A shorter text can appear in any value by chance. */
const MIN_SECRET = 8;

/** An ID: it has no dot, slash or place for another value, so that it chooses no host and no other path. */
const ID = /^[A-Za-z0-9_-]+$/;

/** The value at keys joined by dots; own properties only. */
function valueAt(answer: unknown, path: string): unknown {
  let value = answer;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** An https address on a host of the provider, without anything that could lead elsewhere; "" for others. */
function addressOf(text: string, host: string, append = ""): string {
  if (text.length > MAX_URL || !isUrl(text)) return "";
  const url = new URL(text);
  const isOwn = url.protocol === "https:" && url.hostname.endsWith(host) && url.port === "";
  if (!isOwn || url.username !== "" || url.password !== "" || !/^(\/[A-Za-z0-9_-]+)*\/?$/.test(url.pathname)) return "";
  return `${url.origin}${url.pathname.replace(/\/$/, "")}${append}`;
}

function toPlace({ fields, label }: Discovery, entry: unknown, secrets: readonly string[]): Place | null {
  const values: Record<string, string> = {};
  for (const [name, source] of Object.entries(fields)) {
    const text = textOf(valueAt(entry, source.at));
    const value =
      "host" in source
        ? addressOf(text, source.host, source.append)
        : text.length <= MAX_VALUE && ID.test(text)
          ? text
          : "";
    if (!value || secrets.some((secret) => secret.length >= MIN_SECRET && value.includes(secret))) return null;
    values[name] = value;
  }
  const words = cleanMessage(textOf(label && valueAt(entry, label)), secrets);
  return { values, label: [...words].slice(0, MAX_LABEL).join("") };
}

/** Whether a place is one of those that count. */
const counts = ({ where }: Discovery, entry: unknown): boolean =>
  Object.entries(where).every(([path, words]) => {
    const value = valueAt(entry, path);
    return Array.isArray(value)
      ? value.slice(0, MAX_PLACES).some((item) => words.some((word) => textOf(item).includes(word)))
      : words.includes(textOf(value));
  });

/**
 * The places of an answer that count, the preferred places first and otherwise in the provider's order, each once; null
 * for an answer of another form.
 * @param secrets the secrets of the request, which an answer can repeat
 */
export function readPlaces(discovery: Discovery, text: string, secrets: readonly string[]): Place[] | null {
  const answer = findJson(text, BOUNDS);
  const { list, prefer } = discovery;
  const entries = list === undefined ? [answer] : list === "" ? answer : valueAt(answer, list);
  if (!Array.isArray(entries) || (list === undefined && !isObject(answer))) return null;
  const isPreferred = (entry: unknown) =>
    Object.entries(prefer).every(([path, word]) => textOf(valueAt(entry, path)) === word);
  const usableEntries = entries.slice(0, MAX_PLACES).filter((entry) => counts(discovery, entry));
  const sorted = [...usableEntries.filter(isPreferred), ...usableEntries.filter((entry) => !isPreferred(entry))];
  const places = new Map<string, Place>();
  for (const entry of sorted) {
    const place = toPlace(discovery, entry, secrets);
    if (place && !places.has(JSON.stringify(place.values))) places.set(JSON.stringify(place.values), place);
  }
  return [...places.values()];
}

/** Whether a place has the values that somebody named; others do not matter. */
export const isPlace = ({ values }: Place, named: AccountValues): boolean =>
  Object.entries(values).every(([name, value]) => !named[name] || named[name] === value);

/** A place in words: its label, and its values. */
export const toWords = ({ label, values }: Place): string =>
  [label, Object.values(values).join(" ")].filter(Boolean).join(": ");
