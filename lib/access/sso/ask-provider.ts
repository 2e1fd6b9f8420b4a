/** Requests to an organization's OpenID provider: bounded in time and bytes, without redirects. */
import { ApiError } from "@/lib/kernel/errors";
import { findJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import { bodyText } from "@/lib/kernel/text/decode-text";
import { isObject } from "@/lib/kernel/text/is-object";

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 5_000;

export type ProviderRequest = {
  organizationId: string;
  url: string;
  headers?: Record<string, string>;
  /** The fields of a form; without them the request is a GET. */
  form?: Record<string, string>;
};

const failure = (url: string, problem: string, cause?: unknown) =>
  new ApiError("Unprocessable", `The provider’s answer at ${new URL(url).host} is of no use: ${problem}`, {
    suggestedFix: "Compare the issuer, the client ID and the client secret with those at the provider.",
    cause,
  });

/** The error of a refusal, as OAuth writes it; other texts of the provider are not repeated. */
function toProblem(status: number, answer: unknown): string {
  const code = isObject(answer) && typeof answer.error === "string" && /^[\w-]{1,60}$/.test(answer.error);
  return `status ${status}${code ? ` (${String(answer.error)})` : ""}.`;
}

/**
 * The JSON object that the provider answers.
 * @throws ApiError Unprocessable for a provider that is not reached, and for every other answer
 */
export async function askProvider({ organizationId, url, headers, form }: ProviderRequest) {
  const answer = await send({
    projectId: organizationId,
    method: form ? "POST" : "GET",
    url,
    headers: {
      accept: "application/json",
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
      ...headers,
    },
    ...(form && { body: new URLSearchParams(form).toString() }),
    ...{ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 0 },
  }).catch((error: unknown) => {
    throw error instanceof OutboundError ? failure(url, error.message, error) : error;
  });
  const value = findJson(bodyText(answer), SMALL_BOUNDS);
  if (answer.status !== 200) throw failure(url, toProblem(answer.status, value));
  if (!isObject(value)) throw failure(url, "it is no JSON object.");
  return value;
}
