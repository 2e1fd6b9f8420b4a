/** Attacks every composite tool through every text argument: none of its requests must leave its path. */
import { describe, expect, it } from "vitest";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import type { HandlerTools, ToolHandler } from "@/lib/catalog/tool-handler";
import { ApiError } from "@/lib/kernel/errors";
import { ANSWER, argumentSets, COMPOSITES, exampleOf, MARK, textsIn, withText } from "@/test/handlers/composite-tools";
import { fromHandler } from "./run-handler";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

const UP = [".", "..", "../x", "x/..", "a/../../b", "/../x", "/a/../../b", "..\\x", "..;", "..;/x", ".. /x"];
const PAYLOADS = [
  ...UP,
  ...UP.map((text) => encodeURIComponent(text)),
  ...["%2e%2e", "%2E.", ".%2e/x", "..%2f..%2fx", "..%5cx", "%252e%252e%252fx", "%25252e%25252e"],
  ...["\t..", ".\t.", ".\n./x", "..\0", "x/.\r."],
];
/** They send no request, or none that contains a text argument. */
const SILENT = ["google_maps embed", "googleads campaignById", "composio_search answer", "composio_search chat"];

type Outcome = { urls: URL[]; refused?: ApiError };

/** The URLs that a handler requests, built as the executor builds them. */
async function addressesOf(toolkit: CatalogToolkit, handler: ToolHandler, args: Record<string, unknown>) {
  const outcome: Outcome = { urls: [] };
  const access = { projectId: "p", values: {}, parameters: [], secrets: [], baseUrl: "https://base.example/root/v1" };
  const tools: HandlerTools = {
    call: (request) => {
      const { url } = fromHandler(request, args, { toolkit, access });
      outcome.urls.push(new URL(url));
      if (outcome.urls.length > 40) throw new Error("enough");
      return Promise.resolve({ status: 200, headers: {}, data: ANSWER });
    },
    readFile: (file) => {
      const { name } = (file ?? {}) as { name?: string };
      return Promise.resolve({ name: name ?? MARK, mimetype: "text/plain", bytes: Buffer.from("abc") });
    },
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  try {
    await handler(args as Record<string, never>, tools);
  } catch (error) {
    if (error instanceof ApiError) outcome.refused = error;
  }
  return outcome;
}

/** Whether a URL equals that of the harmless call, except for the value that was attacked. */
function staysIn(harmless: URL, attacked: URL): boolean {
  if (attacked.origin !== harmless.origin) return false;
  const places = harmless.pathname.split("/");
  const parts = attacked.pathname.split("/");
  const before = places.findIndex((part) => part.includes(MARK));
  if (before < 0) return attacked.pathname === harmless.pathname;
  return parts.slice(0, before).join("/") === places.slice(0, before).join("/") && parts.length >= places.length;
}

/** The faults in the requests of an attacked call; `calm` contains the requests of the harmless call. */
function faultsOf(key: string, outcome: Outcome, calm: Outcome): string[] {
  const namesKey = outcome.refused?.status === 422 && outcome.refused.message.includes(`${key}: `);
  return [
    ...(outcome.refused && !namesKey ? [`refused as: ${outcome.refused.message}`] : []),
    ...outcome.urls.flatMap((url, index) => {
      const twin = calm.urls[index];
      if (twin && !staysIn(twin, url)) return [`${url.href} instead of ${twin.href}`];
      const read = decodeURIComponent(decodeURIComponent(url.pathname));
      return /(^|[/\\])\.\.?([/\\;]|$)/.test(read) ? [`${url.href} holds dot segments`] : [];
    }),
  ];
}

describe("dot segments in an argument of a composite tool", () => {
  it("are tested for every handler that a toolkit exports", () => {
    expect(COMPOSITES.filter(({ inputs }) => inputs.length === 0).map(({ name }) => name)).toEqual([]);
    expect(COMPOSITES.length).toBeGreaterThan(150);
  });

  it.each(COMPOSITES)("are refused by $name", async ({ name, toolkit, handler, inputs }) => {
    const faults: string[] = [];
    let requests = 0;
    for (const { at: path, args } of inputs.flatMap(argumentSets)) {
      const send = (text: string) =>
        addressesOf(toolkit, handler, withText(args, path, text) as Record<string, unknown>);
      const [calm, calmPath] = [await send(MARK), await send(`/${MARK}`)];
      requests += calm.urls.length;
      for (const text of PAYLOADS) {
        const pathFaults = faultsOf(String(path[0]), await send(text), text.startsWith("/") ? calmPath : calm);
        faults.push(...pathFaults.map((fault) => `${path.join(".")} = ${JSON.stringify(text)}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
    const hasTexts = inputs.every((schema) => textsIn(exampleOf(schema)).length > 0);
    if (hasTexts && !SILENT.includes(name)) expect(requests).toBeGreaterThan(0);
  });
});
