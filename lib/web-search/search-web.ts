/** Asks a search provider for pages of the web. */
import { cutText } from "@/lib/kernel/text/storable";
import { decodeAnyText } from "@/lib/kernel/text/decode-text";
import { isObject } from "@/lib/kernel/text/is-object";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import type { OutboundResponse } from "@/lib/kernel/outbound/outbound-request";
import { readJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import { type ProviderName, PROVIDERS } from "./constants";
import { type Form, FORMS } from "./forms";

/** A provider with the settings of the project or the operator; without an address, its usual address is used. */
export type SearchProvider = { provider: ProviderName; baseUrl?: string | undefined; apiKey?: string | undefined };

export type Page = { title: string; url: string; text: string };
/** `answer`: an answer in words, from providers that give it. */
export type WebResult = { answer: string | null; pages: Page[] };

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 2 * 1024 * 1024;
const MOST_PAGES = 20;
const MOST_TEXT = 2000;
const MOST_ANSWER = 20_000;

/**
 * The search has no answer. The error contains nothing of the question, the answer or the key, so it can be logged and
 * shown.
 */
export class SearchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SearchError";
  }
}

const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (isObject(inner) || Array.isArray(inner) ? (inner as Record<string, unknown>)[name] : undefined),
    value,
  );

const textOf = (value: unknown, most: number): string => (typeof value === "string" ? cutText(value, most).trim() : "");

function toFound(body: unknown, { pages, text, answer }: Form): WebResult {
  const list = valueAt(body, pages);
  const rawAnswer = answer && valueAt(body, answer);
  const answerText = textOf(isObject(rawAnswer) ? rawAnswer.answer : rawAnswer, MOST_ANSWER);
  // Some providers leave the list out if there are no results. An answer of another form is an error.
  if (!isObject(body) || (list !== undefined && !Array.isArray(list)))
    throw new SearchError("its response couldn't be read.");
  const results = (list ?? []).slice(0, MOST_PAGES).flatMap((rawPage: unknown): Page[] => {
    if (!isObject(rawPage) || typeof rawPage.url !== "string" || !/^https?:\/\//.test(rawPage.url)) return [];
    return [
      {
        title: textOf(rawPage.title, 300),
        url: rawPage.url.slice(0, MOST_TEXT),
        text: textOf(rawPage[text], MOST_TEXT),
      },
    ];
  });
  return { answer: answerText || null, pages: results };
}

function fromResponse({ status, body }: OutboundResponse, name: ProviderName): WebResult {
  const hint = name === "searxng" && status === 403 ? " Its settings must allow the format json (search.formats)." : "";
  // The text of a refusal can repeat the question or a part of the key, so it is not read.
  if (status >= 300) throw new SearchError(`${PROVIDERS[name].title} answered ${status}.${hint}`);
  const read = readJson(decodeAnyText(body), REQUEST_BOUNDS);
  if (read.kind !== "value") throw new SearchError("its response couldn't be read.");
  return toFound(read.value, FORMS[name]);
}

function toRequest({ provider: name, baseUrl, apiKey }: SearchProvider, question: string) {
  const { method, path, query, fixed, key } = FORMS[name];
  const values = { ...fixed, [query]: question };
  const pairs = Object.entries(values).map(([each, value]) => [each, String(value)]);
  const url = `${baseUrl ?? PROVIDERS[name].baseUrl ?? ""}${path}`;
  return {
    method,
    url: method === "GET" ? `${url}?${new URLSearchParams(pairs).toString()}` : url,
    headers: {
      accept: "application/json",
      ...(method === "POST" && { "content-type": "application/json" }),
      ...(apiKey && { [key.header]: `${key.before}${apiKey}` }),
    },
    ...(method === "POST" && { body: JSON.stringify(values) }),
  };
}

/**
 * Searches the web once.
 * @throws SearchError without an answer
 */
export async function searchWeb(
  projectId: string,
  provider: SearchProvider,
  { question, signal }: { question: string; signal?: AbortSignal | undefined },
): Promise<WebResult> {
  try {
    const response = await send({
      projectId,
      ...toRequest(provider, question),
      maxRedirects: 0,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      ...(signal && { signal }),
    });
    return fromResponse(response, provider.provider);
  } catch (error) {
    throw error instanceof OutboundError ? new SearchError(error.message) : error;
  }
}

/** The result as a text for people and models: the answer, and the pages. */
export function toText({ answer, pages }: WebResult): string {
  const entries = pages.map(({ title, url, text }, index) =>
    [`${index + 1}. ${title || url}`, url, text].filter(Boolean).join("\n"),
  );
  return [...(answer ? [answer] : []), ...entries].join("\n\n") || "Nothing was found.";
}
