/** Every pure function between the API and the provider that reads a foreign text or value, by name. */
import { encodeBody } from "@/lib/execution/request/request-body";
import { toRequest } from "@/lib/execution/request/http-tool";
import { hasDotSegment } from "@/lib/kernel/text/has-dot-segment";
import { toAccountUrl } from "@/lib/connected-accounts/credentials/account-url";
import { prepareArguments } from "@/lib/execution/request/arguments";
import { coerce } from "@/lib/execution/request/coerce";
import { checkedHeader } from "@/lib/execution/access/custom-params";
import { toFileName } from "@/lib/execution/answer/file-name";
import { linkedNext } from "@/lib/execution/paging/page-links";
import { nextPage } from "@/lib/execution/paging/next-page";
import { findListPath, joinPages, toFacts } from "@/lib/execution/paging/page-envelope";
import { retryAfterMs } from "@/lib/kernel/time/retry-after-ms";
import { parseBody } from "@/lib/execution/answer/tool-response";
import { toToolOutcome } from "@/test/builders/tool-outcome";
import { toShownRequest } from "@/lib/execution/access/shown-request";
import { fillTemplate } from "@/lib/catalog/toolkit-auth-scheme";
import type { ToolRequest } from "@/lib/catalog/tool-request";
import { nearest, nearestSlugs } from "@/lib/catalog/read/nearest";
import { mergeCredentials, toScopes } from "@/lib/auth-configs/merge-credentials";
import { assertCredentials, missingSentence } from "@/lib/auth-configs/require-scheme";
import { isMasked, maskSecret, shownValue } from "@/lib/auth-configs/mask-secret";
import { assertPlaceable } from "@/lib/connected-accounts/credentials/placed-values";
import { applyCredentials } from "@/lib/connected-accounts/credentials/apply-credentials";
import { readCallbackUrl, readOpenerOrigin } from "@/lib/connected-accounts/pages/callback-url";
import { readConnectionValues, wrongValues } from "@/lib/connected-accounts/credentials/connection-values";
import { signatureBase } from "@/lib/connected-accounts/oauth/oauth1";
import { readTokenAnswer } from "@/lib/connected-accounts/oauth/token-answer";
import { toDisposition } from "@/lib/files/to-disposition";
import { findDownloadTicket, readTicket } from "@/lib/files/signed-url";
import { isKeyOf } from "@/lib/files/storage-key";
import { toCsvLine } from "@/lib/kernel/text/to-csv-line";
import { toWordQuery, toWords, toPath } from "@/lib/logs/to-words";
import { toStoredJson, toStoredText } from "@/lib/logs/to-stored-json";
import { isAllowedPrivate, isPublicAddress } from "@/lib/kernel/outbound/address-policy";
import { readCursor } from "@/lib/kernel/database/cursor";
import { findInexactNumber } from "@/lib/kernel/json/find-inexact-number";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { isSecretName, redact, redactPairs, redactQuery, redactText, redactUrl } from "@/lib/kernel/text/redact";
import { z } from "zod";
import { readAddress } from "@/lib/mcp/addresses/audience";
import { readSignInCookie } from "@/lib/access/sign-in/sign-in-cookie";
import { readBody } from "@/lib/http/api-door/read-body";
import { listQuery, limitQuery } from "@/lib/contract/page";
import {
  PROPERTIES,
  tool,
  sentTool,
  access,
  toolkit,
  scheme,
  request,
  PLACES,
  answerOf,
  paged,
  pageOf,
  SLUGS,
  HOSTILE_PATTERNS,
  matchers,
  requestWith,
  CLOSED,
} from "./subjects";
import { PAGE_FUNCTIONS } from "./page-functions";
import { SEARCH_FUNCTIONS } from "./search-functions";

/** The longest text that callers pass to those functions that do not check the length themselves. */
export const MAX_GIVEN_LENGTH: Record<string, number> = {
  "applyCredentials to an address": 65_536,
  signatureBase: 65_536,
  toCsvLine: 10_000,
  // A head has 16 kB, and a token's answer 1 MB with all of its escapes.
  listQuery: 16_384,
  "readTokenAnswer of an error": 80_000,
  toDisposition: 500,
  wrongValues: 65_536,
};

/** Functions of one text. They can throw. */
export const TEXT_FUNCTIONS: Record<string, (text: string) => unknown> = {
  isSecretName,
  redactText: (text) => redactText(text, access.secrets),
  redactPairs: (text) => redactPairs(text),
  redactQuery: (text) => redactQuery(text),
  redactUrl: (text) => redactUrl(text, access.secrets),
  "redact a text": (text) => redact({ text }, access.secrets),
  "redact a name": (text) => redact({ [text]: "x" }, access.secrets),
  findInexactNumber,
  readCursor,
  isPublicAddress,
  isAllowedPrivate: (text) => isAllowedPrivate(text, "80"),
  assertReachable: (text) => assertReachable(text, "url"),
  "assertReachable of a host": (text) => assertReachable(`https://${text}/`, "url"),
  ...Object.fromEntries(
    HOSTILE_PATTERNS.map((pattern, index) => [`the pattern ${pattern}`, (text: string) => matchers[index]?.test(text)]),
  ),
  ...Object.fromEntries(
    PROPERTIES.map((name) => [`prepareArguments ${name}`, (text: string) => prepareArguments(tool, { [name]: text })]),
  ),
  "prepareArguments of an unknown name": (text) => prepareArguments(tool, { [text]: 1 }),
  "prepareArguments of half characters": (text) => prepareArguments(sentTool, { any: text }),
  "coerce to an array": (text) => coerce(text, { type: "array", items: { type: "number" } }),
  "coerce to an object": (text) => coerce(text, { type: "object", properties: { a: { type: "integer" } } }),
  "coerce to a number": (text) => coerce(text, { type: "number" }),
  ...Object.fromEntries(
    Object.entries(PLACES).map(([place, toolRequest]) => [
      `toRequest ${place}`,
      (text: string) => toRequest(toolRequest, { p: text, q: "x" }),
    ]),
  ),
  "toRequest of a base URL": (text) => toRequest(PLACES.query as ToolRequest, {}, { baseUrl: text }),
  "toRequest of a connection's value": (text) =>
    toRequest(
      request({}, { baseUrl: "https://{sub}.x.example/{region}" }),
      {},
      { variables: { sub: "a", region: text } },
    ),
  "toRequest of a connection's host": (text) =>
    toRequest(request({}, { baseUrl: "https://{sub}.x.example" }), {}, { variables: { sub: text } }),
  "toRequest of a connection's address": (text) =>
    toRequest(request({}, { baseUrl: "{url}/v1" }), {}, { variables: { url: text } }),
  hasDotSegment,
  "toAccountUrl of a path": (text) => toAccountUrl(text, toolkit, access),
  "toAccountUrl of a base URL": (text) => toAccountUrl("/a", toolkit, { ...access, baseUrl: text }),
  "assertPlaceable in a path": (text) => assertPlaceable("t", { in: "path", value: text }),
  "checkedHeader name": (text) => checkedHeader(text, "x", "f"),
  "checkedHeader value": (text) => checkedHeader("x", text, "f"),
  toShownRequest: (text) =>
    toShownRequest(
      {
        method: "POST",
        url: `https://x.example/?a=${encodeURIComponent(text.toWellFormed())}`,
        headers: { a: text },
        body: text,
      },
      access,
    ),
  "toShownRequest of a form": (text) =>
    toShownRequest(
      {
        method: "POST",
        url: "https://x.example/",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: text,
      },
      access,
    ),
  "toFileName of a disposition": (text) =>
    toFileName({ url: "https://x.example/a", headers: { "content-disposition": text } }),
  "toFileName of an address": (text) => toFileName({ url: `https://x.example/${text}`, headers: {} }),
  "toFileName of a type": (text) => toFileName({ url: "https://x.example/a", headers: { "content-type": text } }),
  linkedNext,
  "nextPage of a link header": (text) => nextPage(paged, {}, pageOf({ items: [1] }, text)),
  "nextPage of a link": (text) => nextPage(paged, {}, { ...pageOf({ items: [1], next: text }), list: [1] }),
  "nextPage of a token": (text) => nextPage(paged, {}, pageOf({ items: [1], next_page_token: text })),
  "nextPage of a name": (text) => nextPage(paged, {}, pageOf({ [text]: 1, has_more: true })),
  retryAfterMs: (text) => retryAfterMs(text, 0),
  "an answer in JSON": (text) => toToolOutcome("P", answerOf(text, "application/json"), { secrets: access.secrets }),
  "an answer in text": (text) => toToolOutcome("P", answerOf(text, "text/plain"), { secrets: access.secrets }),
  "a refusal in HTML": (text) => toToolOutcome("P", answerOf(text, "text/html", 500), { secrets: access.secrets }),
  "a refusal in JSON": (text) =>
    toToolOutcome("P", answerOf(JSON.stringify({ error: { message: text } }), "application/json", 400)),
  "a refusal in a list": (text) =>
    toToolOutcome(
      "P",
      answerOf(
        JSON.stringify({ errors: [text.slice(0, text.length / 2), text.slice(text.length / 2)] }),
        "application/json",
        400,
      ),
    ),
  "a type of an answer": (text) => parseBody({ headers: { "content-type": text }, body: Buffer.from("{}") }),
  "encodeBody of a name": (text) =>
    encodeBody(
      { mode: "form", contentType: "application/x-www-form-urlencoded", key: "p" },
      { p: { [text]: [1] } },
      new Map(),
    ),
  nearest: (text) => nearest(text, SLUGS, 5),
  nearestSlugs: (text) => nearestSlugs(text, SLUGS, 5),
  ...PAGE_FUNCTIONS,
  ...SEARCH_FUNCTIONS,
  fillTemplate: (text) => fillTemplate("Bearer {api_key}", { api_key: text }),
  applyCredentials: (text) =>
    applyCredentials({ url: "https://x.example/?key=1", headers: {} }, scheme, { api_key: text }),
  "applyCredentials to an address": (text) =>
    applyCredentials(
      { url: `https://x.example/?${encodeURIComponent(text.toWellFormed())}`, headers: {} },
      scheme,
      access.values,
    ),
  mergeCredentials: (text) => mergeCredentials({ values: {} }, { client_id: text, scopes: text }, []),
  toScopes,
  assertCredentials: (text) =>
    assertCredentials({ slug: "t" }, scheme, { values: { base_url: text, oauth_redirect_uri: text } }),
  missingSentence: (text) =>
    missingSentence(
      { name: "a", displayName: "A", description: text } as Parameters<typeof missingSentence>[0],
      "x.",
      undefined,
    ),
  isMasked,
  maskSecret,
  shownValue: (text) => shownValue("a", text, scheme, true),
  "shownValue of an object": (text) => shownValue("a", `{${text}`, scheme, true),
  readCallbackUrl,
  readOpenerOrigin,
  readConnectionValues: (text) => readConnectionValues(scheme, { api_key: text, [text]: "x" }),
  wrongValues: (text) => wrongValues(scheme, { api_key: text, site: text, port: text, base_url: text }),
  signatureBase: (text) => signatureBase({ method: "GET", url: `https://x.example/?${text}` }, {}),
  "readTokenAnswer in JSON": (text) =>
    readTokenAnswer(
      { tokenPaths: [""], keepFields: ["a.b"] },
      { status: 200, contentType: "application/json", text },
      [],
    ),
  "readTokenAnswer in a form": (text) =>
    readTokenAnswer(
      { tokenPaths: [""], keepFields: [] },
      { status: 400, contentType: "application/x-www-form-urlencoded", text },
      ["the-secret-of-the-app"],
    ),
  "readTokenAnswer of an error": (text) =>
    readTokenAnswer(
      { tokenPaths: [""], keepFields: [] },
      { status: 400, contentType: "application/json", text: JSON.stringify({ error: text, error_description: text }) },
      ["the-secret-of-the-app"],
    ),
  toDisposition,
  findDownloadTicket,
  readTicket: (text) => readTicket(text, "get"),
  isKeyOf: (text) => isKeyOf("p", text),
  toCsvLine: (text) => toCsvLine([text, text]),
  toWords: (text) => toWords("p", [text]),
  toWordQuery: (text) => toWordQuery("p", text),
  toPath: (text) => toPath({ http: { url: text } }),
  toStoredJson: (text) => toStoredJson({ text, [text]: text, http: { url: text } }, { secrets: access.secrets }),
  toStoredText: (text) => toStoredText(text, access.secrets),
  "readAddress of MCP": (text) => readAddress(new URLSearchParams(text)),
  readSignInCookie: (text) => readSignInCookie(text),
  readBody: (text) => readBody(requestWith(text)),
  listQuery: (text) => listQuery(z.string()).safeParse(text),
  limitQuery: (text) => limitQuery().safeParse(text),
};

/** Functions of one JSON value. They can throw. */
export const VALUE_FUNCTIONS: Record<string, (value: unknown) => unknown> = {
  redact: (value) => redact(value, access.secrets),
  toStoredJson: (value) => toStoredJson(value, { secrets: access.secrets }),
  ...Object.fromEntries(
    PROPERTIES.map((name) => [
      `prepareArguments ${name}`,
      (value: unknown) => prepareArguments(tool, { [name]: value }),
    ]),
  ),
  "prepareArguments of all": (value) => prepareArguments(tool, value as Record<string, unknown>),
  "prepareArguments of half characters": (value) => prepareArguments(sentTool, { any: value }),
  "schemaCheck of a closed object": (value) => schemaCheck(CLOSED)(value),
  ...Object.fromEntries(
    Object.entries(PLACES).map(([place, toolRequest]) => [
      `toRequest ${place}`,
      (value: unknown) => toRequest(toolRequest, { p: value, q: "x" }),
    ]),
  ),
  "toRequest of added fields": (value) =>
    toRequest(PLACES["flat form"] as ToolRequest, { p: "x" }, { extraBody: value as Record<string, unknown> }),
  toShownRequest: (value) =>
    toShownRequest({ method: "POST", url: "https://x.example/", headers: {}, body: JSON.stringify(value) }, access),
  toFacts: (value) => toFacts(value as Record<string, unknown>),
  findListPath: (value) => findListPath({ data: value }),
  joinPages: (value) => joinPages({ items: [1], more: value }, { items: [2], more: value }, ["items"]),
  nextPage: (value) => nextPage(paged, {}, pageOf(value as Record<string, unknown>)),
  "a refusal": (value) => toToolOutcome("P", answerOf(JSON.stringify({ errors: value }), "application/json", 400)),
  "an answer": (value) => toToolOutcome("P", answerOf(JSON.stringify(value), "application/json")),
  mergeCredentials: (value) =>
    mergeCredentials({ values: {} }, value as Record<string, unknown>, scheme.fields.connectedAccountInitiation),
  toScopes,
  readConnectionValues: (value) => readConnectionValues(scheme, value as Record<string, unknown>),
  wrongValues: (value) =>
    wrongValues(
      scheme,
      Object.fromEntries(
        Object.entries(value as object)
          .slice(0, 100)
          .map(([name, inner]) => [name, JSON.stringify(inner).slice(0, 10)]),
      ),
    ),
  shownValue: (value) => shownValue("a", JSON.stringify({ value }), scheme, true),
  readTokenAnswer: (value) =>
    readTokenAnswer(
      { tokenPaths: ["", "value"], keepFields: ["value"] },
      { status: 200, contentType: "application/json", text: JSON.stringify({ access_token: "t", value }) },
      [],
    ),
  readBody: (value) => readBody(requestWith(JSON.stringify(value))),
};
