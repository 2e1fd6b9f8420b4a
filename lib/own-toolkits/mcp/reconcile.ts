/** The texts of an MCP server's tools that a person has agreed to, held against what the server offers now. Pure. */
import { hash } from "node:crypto";
import type { McpTool } from "@/lib/mcp-client/list-mcp-tools";
import { isObject } from "@/lib/kernel/text/is-object";

/** `gone`: served before, and not offered now; if the same comes back, a person has agreed to it already. */
export type PinState = "served" | "changed" | "new" | "rejected" | "gone";

/** One tool: what is served, and what is offered where that is something else. */
export type Pin = {
  name: string;
  state: PinState;
  served: McpTool | null;
  servedHash: string | null;
  offer: McpTool | null;
  offerHash: string | null;
};

/** JSON text whose members are in one order, so that equal values have equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

/** Of everything that a model reads of a tool, and of what the server claims about it. */
export const hashOfTool = (tool: McpTool): string => hash("sha256", canonical(tool));

/** The parts of a tool that are not as they were. */
export function changesOf(before: McpTool, after: McpTool): string[] {
  const parts = {
    title: [before.title, after.title],
    description: [before.description, after.description],
    input_schema: [before.inputSchema, after.inputSchema],
    output_schema: [before.outputSchema, after.outputSchema],
    annotations: [before.annotations, after.annotations],
  };
  return Object.entries(parts).flatMap(([name, [from, to]]) => (canonical(from) === canonical(to) ? [] : [name]));
}

const served = (tool: McpTool, toolHash: string): Pin => ({
  name: tool.name,
  state: "served",
  served: tool,
  servedHash: toolHash,
  offer: null,
  offerHash: null,
});

/** The pin of a tool that the server offers. */
function pinOf(tool: McpTool, before: Pin | undefined, trustsAll: boolean): Pin {
  const toolHash = hashOfTool(tool);
  if (trustsAll || before?.servedHash === toolHash) return served(tool, toolHash);
  const change = { offer: tool, offerHash: toolHash };
  if (!before || before.state === "gone")
    return { name: tool.name, state: "new", served: null, servedHash: null, ...change };
  // What a person has refused stays refused until the server offers something else.
  if (before.state === "rejected" && before.offerHash === toolHash) return before;
  return { ...before, ...change, state: before.served ? "changed" : "new" };
}

/** As many as a server can offer. */
const MOST_GONE = 500;

/** Tools that were served, and are not offered now. */
function goneOf(before: readonly Pin[], tools: readonly McpTool[]): Pin[] {
  const names = new Set(tools.map(({ name }) => name));
  const missing = before.filter((pin) => pin.served && !names.has(pin.name)).slice(0, MOST_GONE);
  return missing.map((pin) => ({ ...pin, state: "gone", offer: null, offerHash: null }));
}

/**
 * The pins after the server was read. The first list is taken as it is: whoever adds a server has chosen it. Later,
 * what is changed or new waits. What is gone is not served any more: with the same texts it is served again,
 * because an account that sees less than others makes tools go; with other texts it is new.
 */
export function reconcile(before: readonly Pin[], tools: readonly McpTool[], isFirst: boolean): Pin[] {
  const byName = new Map(before.map((pin) => [pin.name, pin]));
  return [...tools.map((tool) => pinOf(tool, byName.get(tool.name), isFirst)), ...goneOf(before, tools)];
}

/** The pin of a tool whose offer a person accepts. */
export const approved = (pin: Pin): Pin =>
  pin.offer && pin.offerHash !== null ? served(pin.offer, pin.offerHash) : pin;

/** The pin of a tool whose offer a person refuses. */
export const rejected = (pin: Pin): Pin => ({ ...pin, state: "rejected" });

/** The tools that are served. */
export const servedTools = (pins: readonly Pin[]): McpTool[] =>
  pins.flatMap(({ served: tool, state }) => (tool && state !== "gone" ? tool : []));
