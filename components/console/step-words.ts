/**
 * Words for steps, lines of plans and sessions in the console, and the arguments that it fills in automatically. Pure.
 */
import type { Values } from "@/components/execution/arguments-draft";
import type { Schema } from "@/components/schema-form/schema";

/** The name of a toolkit by its slug. */
export type NameOf = (slug: string) => string;

const toList = (toolkits: unknown, nameOf: NameOf): string => {
  const slugs = Array.isArray(toolkits) ? toolkits.filter((slug): slug is string => typeof slug === "string") : [];
  return slugs.map(nameOf).join(", ") || "an app";
};

/** The label of a meta tool's step; undefined for a tool of an app, whose slug describes it. */
export function stepName({ tool, sent: input }: { tool: string; sent: Values }, nameOf: NameOf): string | undefined {
  switch (tool) {
    case "COMPOSIO_SEARCH_TOOLS":
      return "Search tools";
    case "COMPOSIO_GET_TOOL_SCHEMAS":
      return "Get schemas";
    case "COMPOSIO_MANAGE_CONNECTIONS":
      return `Connect ${toList(input.toolkits, nameOf)}`;
    case "COMPOSIO_WAIT_FOR_CONNECTIONS":
      return `Wait for ${toList(input.toolkits, nameOf)}`;
    case "COMPOSIO_MULTI_EXECUTE_TOOL":
      return "Run tools";
    case "COMPOSIO_REMOTE_WORKBENCH":
    case "COMPOSIO_REMOTE_BASH_TOOL":
      return "Run code";
    default:
      return undefined;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  Prerequisite: "First: ",
  Optional: "If it helps: ",
  Fallback: "If that does not work: ",
};

/** `First: connect Resend` for `[Prerequisite] [Step]: Connect Resend`. */
export function toPlanLine(line: string): string {
  const [, kind = "", text = line] = /^\[(\w+)[^\]]*\] \[[^\]]+\]: (.*)$/s.exec(line) ?? [];
  const before = KINDS[kind] ?? "";
  // a sentence continues after the colon; a name in capitals stays
  return before + (before && /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);
}

type Named = { session_id: string; word: string; created_at: string; toolkits: readonly string[] | null };
const FEW = 3;

/** The start time and the limits of each session; with its short name only if two sessions began in the same minute. */
export function sessionNames(
  sessions: readonly Named[],
  openId: string | null,
  { timeOf, nameOf }: { timeOf: (time: string) => string; nameOf: NameOf },
): Map<string, string> {
  const startTimes = sessions.map(({ created_at: createdAt }) => timeOf(createdAt));
  const toName = ({ session_id: id, word, toolkits }: Named, index: number): string => {
    const time = startTimes[index] ?? "";
    const names = toolkits?.slice(0, FEW).map(nameOf).join(", ");
    return [
      id === openId ? `This run, ${time}` : `Session from ${time}`,
      ...(startTimes.filter((other) => other === time).length > 1 ? [word] : []),
      ...(toolkits === null ? [] : [`only ${names || "no app"}${toolkits.length > FEW ? "…" : ""}`]),
    ].join(", ");
  };
  return new Map(sessions.map((session, index) => [session.session_id, toName(session, index)]));
}

/** Arguments that the page knows: every step runs in its session, and a person is not a model. */
const CONTEXT_FIELDS = new Set(["session", "session_id", "model"]);

/** The schema without the arguments of a meta tool that the user need not fill in here. */
export function withoutKnown(tool: string, schema: Schema): Schema {
  const { properties } = schema;
  if (!tool.startsWith("COMPOSIO_") || typeof properties !== "object" || properties === null) return schema;
  const inputFields = Object.entries(properties).filter(([name]) => !CONTEXT_FIELDS.has(name));
  return { ...schema, properties: Object.fromEntries(inputFields) };
}
