/**
 * Fields of a body that its operation does not know. They are ignored, as clients of other versions send some. When the
 * request fails, a mistyped one is most likely why, so the error names it first; otherwise a header does.
 */
import { z } from "zod";
import { ApiError } from "@/lib/kernel/errors";
import { isObject } from "@/lib/kernel/text/is-object";
import { strayNames } from "@/lib/kernel/text/stray-names";
import { toApiError } from "./error-response";
import type { AnswerHeaders } from "./to-response";

/** Proxies refuse long headers. */
const MOST_UNITS = 2000;

/** Whether a body has a name that the schema does not: nearly none has, and the search below costs more. */
function hasUnknown(shape: Readonly<Record<string, unknown>>, body: Readonly<Record<string, unknown>>): boolean {
  for (const name in body) if (!Object.hasOwn(shape, name)) return true;
  return false;
}

/** One sentence for each unknown field that is like one of the operation's which the body leaves out. */
function strayFields(schema: z.ZodType | undefined, body: unknown): string[] {
  // A schema with a catch-all takes other fields too.
  if (!(schema instanceof z.ZodObject) || schema.def.catchall || !isObject(body)) return [];
  const { shape } = schema;
  return hasUnknown(shape, body) ? strayNames(Object.keys(shape), body, "this request") : [];
}

/** Warns of what a request that was carried out left undone, in a header (RFC 9111 5.5 has its form). */
export function warnInHeader(answer: AnswerHeaders, sentence: string): void {
  answer.set("warning", `299 - "${sentence.slice(0, MOST_UNITS).replace(/[^ -~]|["\\]/g, "?")}"`);
}

/** Adds the warning to the answer of a request that was carried out, unless another warning is there. */
export function warnOfStrayFields(answer: AnswerHeaders, schema: z.ZodType | undefined, body: unknown): void {
  if (answer.all.warning !== undefined) return;
  const stray = strayFields(schema, body);
  if (stray.length > 0) warnInHeader(answer, stray.join(" "));
}

/** The error of a request that was refused for its values, with the mistyped fields of its body before all else. */
export function withStrayFields(error: unknown, schema: z.ZodType | undefined, body: unknown): unknown {
  const apiError = toApiError(error);
  if (apiError.status !== 400 && apiError.status !== 422) return error;
  const stray = strayFields(schema, body);
  if (stray.length === 0) return error;
  const { kind, message, details } = apiError;
  return new ApiError(kind, `${stray[0]} ${message}`, { ...details, errors: [...stray, ...(details.errors ?? [])] });
}
