/** The tools of an MCP server for a person who decides about them. Pure. */
import type { customToolkitsApi } from "@/generated/addresses/own-toolkits/mcp";
import type { BadgeTone } from "@/components/ui/badge";
import type { ResultOf } from "@/lib/contract/client";

export type McpTool = ResultOf<typeof customToolkitsApi.listOwnMcpTools>["items"][number];
export type Definition = NonNullable<McpTool["served"]>;

export const STATE_WORDS: Record<McpTool["state"], { label: string; tone: BadgeTone }> = {
  served: { label: "Served", tone: "green" },
  changed: { label: "Changed", tone: "amber" },
  new: { label: "New", tone: "blue" },
  rejected: { label: "Rejected", tone: "red" },
};

const PARTS = [
  { name: "title", label: "Title" },
  { name: "description", label: "Description" },
  { name: "input_schema", label: "Arguments" },
  { name: "output_schema", label: "Response" },
  { name: "annotations", label: "Hints" },
] as const;

/** A part as text; empty for a part that is not there. */
function toText(definition: Definition | null, name: (typeof PARTS)[number]["name"]): string {
  const value = definition?.[name] ?? null;
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** A part of a tool as it is served, and as the server offers it. */
export type Part = { name: string; label: string; isCode: boolean; before: string; after: string };

/** The changed parts of an offer; all parts of a tool that is new or has no offer. */
export const toParts = ({ served, offered: offer }: McpTool): Part[] =>
  PARTS.flatMap(({ name, label }) => {
    const before = toText(served, name);
    const after = offer ? toText(offer, name) : before;
    const isCode = name !== "title" && name !== "description";
    const isShown = served && offer ? before !== after : before + after !== "";
    return isShown ? [{ name, label, isCode, before, after }] : [];
  });

/** Tools that wait for a decision. */
export const isWaiting = ({ state }: McpTool): boolean => state === "changed" || state === "new";

/** Tools with what a person saw of them, as a decision names them. */
export const toDecision = (tools: readonly McpTool[]): { name: string; hash: string }[] =>
  tools.flatMap(({ name, offered_hash: hash }) => (hash === null ? [] : [{ name, hash }]));
