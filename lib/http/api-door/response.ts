/** A JSON answer, before it is written by Node's server or turned into a web Response. */
import { API_HEADERS } from "../security-headers";
import { textOf, type Text } from "./write-text";

/** The headers of an answer, with names in lower case. `set` replaces a value, `append` adds one. */
export class AnswerHeaders {
  readonly all: Record<string, string | string[]> = { "cache-control": "no-store" };

  set(name: string, value: string): void {
    this.all[name] = value;
  }

  append(name: string, value: string): void {
    const known = this.all[name];
    this.all[name] = known === undefined ? value : [known, value].flat();
  }
}

export type JsonAnswer = {
  status: number;
  headers: Record<string, string | string[]>;
  /** None for 204. */
  text: Text | null;
};

/** The answer as a web Response, for Next and tests, with the headers that `answerJson` adds too. */
export function toResponse({ status, headers, text }: JsonAnswer): Response {
  const made = new Headers(API_HEADERS);
  for (const name in headers) for (const value of [headers[name] ?? []].flat()) made.append(name, value);
  return new Response(text === null ? null : textOf(text), { status, headers: made });
}

/** Whether the client has this answer already: If-None-Match with weak comparison (RFC 9110 13.1.2). */
export function isNotModified(etag: string | string[] | undefined, ifNoneMatch: string | null): boolean {
  if (typeof etag !== "string" || !ifNoneMatch) return false;
  return ifNoneMatch.split(",").some((given) => [etag, "*"].includes(given.trim().replace(/^W\//, "")));
}
