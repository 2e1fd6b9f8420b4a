/** An answer in JSON, before it goes out through Node's own server or as a web Response. */
import { API_HEADERS } from "../security-headers";
import type { Text } from "./write-text";

/** The headers of an answer; a name set twice has its last value, an appended one all of them. Names in lower case. */
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

/** The answer as Next and the tests take it, with the headers that Node's door adds too. */
export function toResponse({ status, headers, text }: JsonAnswer): Response {
  const made = new Headers(API_HEADERS);
  for (const name in headers) for (const value of [headers[name] ?? []].flat()) made.append(name, value);
  return new Response(typeof text === "object" && text !== null ? text.join("") : text, { status, headers: made });
}

/** Whether who asks has this very answer already: If-None-Match by weak comparison (RFC 9110 13.1.2). */
export function isKept(etag: string | string[] | undefined, ifNoneMatch: string | null): boolean {
  if (typeof etag !== "string" || !ifNoneMatch) return false;
  return ifNoneMatch.split(",").some((given) => [etag, "*"].includes(given.trim().replace(/^W\//, "")));
}
