/** A toolkit while it is made: its source and the choices of a person, between the form and the API. Pure. */
import { countOf } from "@/lib/contract/count-of";
import type { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import type { ResultOf, SentTo } from "@/lib/contract/client";

export type Report = ResultOf<typeof ownToolkitsApi.previewOwnToolkit>;
export type ReportedTool = Report["tools"][number];
export type Settings = NonNullable<SentTo<typeof ownToolkitsApi.createOwnToolkit>["body"]["settings"]>;
export type ToolSettings = NonNullable<Settings["tools"]>[string];
export type OwnToolkit = ResultOf<typeof ownToolkitsApi.getOwnToolkit>;
/** The effects of tools as people call them. */
export const EFFECT_WORDS = { read: "Read-only", create: "Creates", update: "Updates", destroy: "Deletes" } as const;

export type Source = { document: string } | { url: string } | { file: string };

/** The typed text as an address if it contains nothing else, otherwise as the document. Null for an empty field. */
export function readSource(text: string): Source | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^https?:\/\/\S+$/i.test(trimmed) ? { url: trimmed } : { document: text };
}

type NewToolkit = Partial<{ document: string; url: string; file: string }> & { settings?: Settings };

/** A new toolkit as it is sent. An integration.yaml without a document is the document. */
export function toNewToolkit(source: Source | null, settings: Settings): NewToolkit {
  const { integration, ...others } = settings;
  const isAlone = source === null && integration !== undefined;
  const rest = isAlone ? others : settings;
  return { ...(isAlone ? { document: integration } : source), ...(Object.keys(rest).length > 0 && { settings: rest }) };
}

/** Larger files are uploaded first: the body of a request has no room for them. */
export const MAX_TYPED_BYTES = 8 * 1024 * 1024;

/** The kinds of sources as people call them. */
export const KIND_WORDS: Record<NonNullable<Report["kind"]>, string> = {
  openapi: "OpenAPI",
  swagger: "Swagger 2.0",
  graphql: "GraphQL",
  discovery: "Google Discovery",
  mcp: "MCP server",
  integration: "integration.yaml",
  postman: "Postman collection",
  hand: "Created manually",
};

/** A tool without an operation cannot be left out. */
export const isChosen = ({ operations }: Settings, { operation }: ReportedTool): boolean =>
  operations === undefined || operation === null || operations.includes(operation);

/** Chooses or leaves out tools; all chosen means that later operations of the document are chosen too. */
export function withChoice(settings: Settings, report: Report, tools: readonly ReportedTool[], on: boolean): Settings {
  const changed = new Set(tools.flatMap(({ operation }) => operation ?? []));
  const all = report.tools.flatMap(({ operation }) => operation ?? []);
  const operations = report.tools
    .filter((tool) => (tool.operation !== null && changed.has(tool.operation) ? on : isChosen(settings, tool)))
    .flatMap(({ operation }) => operation ?? []);
  const { operations: _before, ...rest } = settings;
  return operations.length === all.length ? rest : { ...rest, operations };
}

/** Changes the settings of tools; a setting that is undefined is the document's again. */
export function withToolSettings(
  settings: Settings,
  tools: readonly ReportedTool[],
  change: { [Name in keyof ToolSettings]?: ToolSettings[Name] | undefined },
): Settings {
  const all: Record<string, ToolSettings> = { ...settings.tools };
  for (const { operation } of tools) {
    if (operation === null) continue;
    const merged = Object.entries({ ...all[operation], ...change }).filter(([, value]) => value !== undefined);
    if (merged.length > 0) all[operation] = Object.fromEntries(merged);
    else delete all[operation];
  }
  const { tools: _, ...rest } = settings;
  return Object.keys(all).length > 0 ? { ...rest, tools: all } : rest;
}

/** The tools whose slug, name or operation contain all words. */
export function findTools(tools: readonly ReportedTool[], text: string): ReportedTool[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter(({ slug, name, operation }) => {
    const texts = `${slug} ${name} ${operation ?? ""}`.toLowerCase();
    return words.every((word) => texts.includes(word));
  });
}

export const toolWords = (count: number): string => countOf(count, "tool");
