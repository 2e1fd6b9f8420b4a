/**
 * Requests to providers for triggers: by `kernel/outbound`, with the account's credentials, which are renewed if they
 * ended.
 */
import { cutText } from "@/lib/kernel/text/storable";
import { fillTemplate, fillText } from "@/lib/catalog/event-value";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import type { ProviderRequest } from "@/lib/catalog/trigger-type";
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import type { FailureRule } from "@/lib/catalog/refusals-file";
import { toAccountUrl } from "@/lib/connected-accounts/credentials/account-url";
import { accessOfAccount } from "@/lib/execution/access/open-access";
import { tellsEndedToken } from "@/lib/execution/sending/ended-token";
import { failureInSuccess } from "@/lib/execution/answer/failure-in-success";
import { addQuery, type HttpRequest } from "@/lib/execution/request/http-tool";
import { encodeText, type Pair } from "@/lib/execution/request/parameter-styles";
import { ProviderSender } from "@/lib/execution/sending/sender";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { readJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import { EXCESS_WORDS } from "@/lib/kernel/json/scan-json";
import { now } from "@/lib/kernel/time/clock";
import type { OutboundResponse } from "@/lib/kernel/outbound/outbound-request";
import type { Origin } from "@/lib/kernel/process/log";
import { bodyText } from "@/lib/kernel/text/decode-text";
import { isObject } from "@/lib/kernel/text/is-object";
import { isUrl } from "@/lib/kernel/text/is-url";
import { hideEscaped } from "@/lib/kernel/text/hide-escaped";
import { hiderOf } from "@/lib/kernel/text/hide-secrets";
import { redactForms } from "@/lib/kernel/text/redact-values";

/** Larger answers are not read: a poll asks for pages. */
const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

export type ProviderAnswer = {
  status: number;
  headers: Record<string, string>;
  data: unknown;
  /** Whether the answer means that the account's token has ended. */
  ended?: boolean;
  /** Rules of the provider for failures inside a success. */
  failures?: readonly FailureRule[];
};

/** An account that is ready to be asked with, and the values of its connection. */
export type ProviderClient = {
  account: ResolvedAccount;
  values: Readonly<Record<string, string>>;
  /**
   * Sends a request after its placeholders are filled.
   * @throws OutboundError if there is no answer, ApiError for an address that must not get the credentials,
   *   MissingValue
   */
  ask: (request: ProviderRequest, values: object) => Promise<ProviderAnswer>;
  /** Takes the account's secrets out of a text for people. */
  withoutSecrets: (text: string) => string;
};

/** A provider that refused, in its own words. */
export class ProviderRefusal extends Error {
  override name = "ProviderRefusal";
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** The account's token has ended, and a new one did not help. */
    readonly hasTokenEnded = status === 401,
  ) {
    super(message);
  }
}

const toPairs = (query: unknown): Pair[] =>
  isObject(query)
    ? Object.entries(query).flatMap(([name, value]) =>
        [value]
          .flat()
          .map((item): Pair => [encodeText(name), encodeText(typeof item === "string" ? item : JSON.stringify(item))]),
      )
    : [];

/** Names of a form in brackets, as providers of forms read objects and lists: `config[url]`, `events[]`. */
function formPairs(value: unknown, name = ""): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((item) => formPairs(item, `${name}[]`));
  if (isObject(value))
    return Object.entries(value).flatMap(([key, item]) => formPairs(item, name === "" ? key : `${name}[${key}]`));
  return value === undefined || value === null ? [] : [[name, String(value)]];
}

function toBody({ body, form }: ProviderRequest, values: object): Pick<HttpRequest, "body"> & { type?: string } {
  if (body === undefined) return {};
  const content = fillTemplate(body, values);
  if (form)
    return { body: new URLSearchParams(formPairs(content)).toString(), type: "application/x-www-form-urlencoded" };
  return { body: JSON.stringify(content), type: "application/json" };
}

/**
 * The answer as a value or its text, without secrets, because events are made of it.
 * @throws ProviderRefusal if it is too large
 */
function parse(answer: OutboundResponse, secrets: readonly string[]): unknown {
  const { status, body } = answer;
  if (body.byteLength > MAX_BYTES) throw new ProviderRefusal(status, "The answer is too large.");
  const text = hiderOf(secrets).text(bodyText(answer));
  if (text === "") return null;
  const read = readJson(text, REQUEST_BOUNDS);
  if (read.kind === "excess")
    throw new ProviderRefusal(status, `The answer holds more ${EXCESS_WORDS[read.excess]} than are read.`);
  return read.kind === "value" ? hideEscaped(read.value, text, secrets) : text;
}

/** A value as one part of an address. Empty and dot parts would name another resource (RFC 3986, 5.2.4). */
function pathPart(text: string): string {
  if (text !== "" && text !== "." && text !== ".." && text.length <= 2000) return encodeURIComponent(text);
  throw new ApiError("Unprocessable", `${JSON.stringify(text.slice(0, 40))} can't be part of a URL.`, {
    suggestedFix: "Correct the trigger_config.",
  });
}

/** An address on any host, for an account that has nothing to give away. @throws ApiError Unprocessable */
function toOpenUrl(address: string, { scheme }: ResolvedAccount): string {
  if (scheme === "NO_AUTH" && isUrl(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new ApiError("Unprocessable", "This trigger's URL isn't an http(s) URL.", {
    suggestedFix: "Correct the trigger_config.",
  });
}

/** Opens an account's credentials for requests of triggers. @throws ApiError as `accessOfAccount` */
export async function openAsking(
  projectId: string,
  account: ResolvedAccount,
  on: Origin,
  timeoutMs = TIMEOUT_MS,
): Promise<ProviderClient> {
  const toolkit = await requireToolkit(projectId, account.toolkitSlug);
  const access = await accessOfAccount(projectId, toolkit, account, { on });
  const ids = { logId: newId("log"), requestId: newId("request"), within: on };
  const trace = { ...ids, startedAt: now(), began: performance.now() };
  return {
    account,
    values: access.values,
    withoutSecrets: (text) => redactForms(text, access.secrets),
    ask: async (request, values) => {
      const path = fillText(request.path, values, request.path.startsWith("{") ? undefined : pathPart);
      const { body, type } = toBody(request, values);
      const headers: Record<string, string> = { accept: "application/json, */*;q=0.8" };
      for (const [name, value] of Object.entries(toolkit.meta.headers)) headers[name.toLowerCase()] = value;
      for (const [name, value] of Object.entries(request.headers))
        headers[name.toLowerCase()] = fillText(value, values);
      if (type) headers["content-type"] ??= type;
      const address = request.anywhere ? toOpenUrl(path, account) : toAccountUrl(path, toolkit, access);
      const url = addQuery(address, toPairs(fillTemplate(request.query, values)));
      const progress = { began: performance.now(), sent: 0 };
      const sender = new ProviderSender(access, progress, { timeoutMs, returnsBusyAnswers: true }, trace);
      try {
        const answer = await sender.send({ method: request.method, url, headers, ...(body !== undefined && { body }) });
        return {
          status: answer.status,
          headers: answer.headers,
          data: parse(answer, sender.access.secrets),
          ended: tellsEndedToken(answer, access.ended),
          ...(toolkit.meta.refusals?.failures && { failures: toolkit.meta.refusals.failures }),
        };
      } finally {
        // Else a large answer would take the project's room for such for ever.
        sender.release();
      }
    },
  };
}

const MESSAGE_WAYS = [
  "message",
  "error.message",
  "error_description",
  "error",
  "errors.0.message",
  "errors.0",
  "detail",
];

/** The refusal of a provider. Some providers refuse with 200 and a word in the body. */
export function refusalOf({
  status,
  data,
  headers,
  ended: hasTokenEnded,
  failures,
}: ProviderAnswer): ProviderRefusal | undefined {
  const hidden = status < 400 ? failureInSuccess(data, failures) : undefined;
  const isRefusal =
    hidden !== undefined ||
    (isObject(data) &&
      (data.ok === false || (data.errors !== undefined && (data.data === undefined || data.data === null))));
  if (status < 400 && !isRefusal) return undefined;
  const words = hidden ?? MESSAGE_WAYS.map((way) => wordAt(data, way)).find((word) => word !== undefined);
  return new ProviderRefusal(status, `${status}${words ? `: ${cutText(words, 300)}` : ""}`, headers, hasTokenEnded);
}

function wordAt(data: unknown, way: string): string | undefined {
  const value = fillTemplate(`{answer.${way}}`, { answer: data });
  return typeof value === "string" && value !== "" ? value : undefined;
}
