/** A proxied request as its policies see it: its parts are its arguments. */
import type { z } from "zod";
import type { CatalogToolkit as Toolkit } from "@/lib/catalog/read/catalog";
import { ApiError } from "@/lib/kernel/errors";
import { ANSWER_BOUNDS, readJson } from "@/lib/kernel/json/read-json";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { isUrl } from "@/lib/kernel/text/is-url";
import type { RequestParts } from "@/lib/policies/to-test";
import { hostPatternsOf, toHostPattern } from "@/lib/policies/to-host-pattern";
import type { CallTarget } from "@/lib/policies/policy-call";
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import type { executionApi } from "./contract";
import type { PolicedCall } from "./obey-policies";

type Input = z.output<typeof executionApi.executeProxy.body>;
type Parameter = NonNullable<Input["parameters"]>[number];

/** The slugs by which rules name proxied requests: that of the log, and that of the meta tool. */
const NAMES = ["PROXY_EXECUTE", "COMPOSIO_PROXY_EXECUTE"] as const;

const ofType = (input: Input, type: Parameter["type"]): Record<string, string> =>
  Object.fromEntries(
    (input.parameters ?? []).flatMap((entry) => (entry.type === type ? [[entry.name, entry.value]] : [])),
  );

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * A body that is JSON as text counts as JSON: conditions look into it.
 * @throws ApiError Unprocessable for JSON that is too large to look into
 */
function readBody(body: unknown): unknown {
  if (typeof body !== "string" || !/^\s*[[{]/.test(body)) return body;
  const read = readJson(body, ANSWER_BOUNDS);
  if (read.kind === "value") return read.value;
  if (read.kind === "broken") return body;
  throw new ApiError("Unprocessable", "The body is too large for the policies of the project to look into.", {
    errors: ["body: has too many values, or too many levels"],
    suggestedFix: "Send the request in smaller parts.",
  });
}

function toParts(input: Input, base: string): RequestParts {
  const url = isUrl(input.endpoint, base) ? new URL(input.endpoint, base) : undefined;
  return {
    method: input.method,
    endpoint: input.endpoint,
    host: url?.host ?? "",
    path: decoded(url?.pathname ?? input.endpoint),
    query: { ...Object.fromEntries(url?.searchParams ?? []), ...ofType(input, "query") },
    headers: ofType(input, "header"),
    body: readBody(input.body),
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : String(value));

/** The request with the parts that a policy changed; method and host stay. */
function withParts(input: Input, parts: Values, before: RequestParts): Partial<Input> {
  const { query, headers } = parts;
  return {
    ...(parts.body !== before.body && { body: parts.body }),
    ...(parts.endpoint !== before.endpoint && { endpoint: textOf(parts.endpoint) }),
    ...(input.parameters && {
      parameters: input.parameters.map((parameter) => {
        const values = parameter.type === "query" ? query : headers;
        return { ...parameter, value: textOf(isObject(values) ? values[parameter.name] : parameter.value) };
      }),
    }),
  };
}

function toTarget(toolkit: Toolkit, host: string): CallTarget {
  const pattern = toHostPattern(`https://${host}`);
  return {
    kind: "proxy",
    names: NAMES,
    toolkitSlug: toolkit.slug,
    tags: [],
    // A request without a host of its own goes to the toolkit's.
    ownHosts: pattern && host !== RELATIVE ? [pattern] : hostPatternsOf(toolkit),
    ...(toolkit.kind === "custom" && { isOwnToolkit: true }),
  };
}

/** Stands for the base URL of the account, which is not known before its credentials are open. */
const RELATIVE = "relative.invalid";

/** @param change continues with a changed request */
export function toPolicedProxy(
  input: Input,
  toolkit: Toolkit,
  account: ResolvedAccount | undefined,
  change: (input: Input) => void,
): PolicedCall {
  const parts = toParts(input, `https://${RELATIVE}`);
  const { host } = parts;
  return {
    key: `proxy ${toolkit.id} ${host}`,
    slug: `a request of your own to ${toolkit.slug}`,
    toTarget: () => toTarget(toolkit, host),
    arguments: { ...parts, host: host === RELATIVE ? "" : host },
    userId: account?.userId,
    accountId: account?.id,
    change: (changed) => change({ ...input, ...withParts(input, changed, parts) }),
  };
}
