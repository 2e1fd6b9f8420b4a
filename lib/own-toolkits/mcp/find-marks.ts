/**
 * Finds words in the text of a tool that speak to a model instead of describing the tool. A help for the person who
 * decides, and no filter: whoever wants to get past it can. Each pattern runs in linear time.
 */
import { setImmediate } from "node:timers/promises";
import type { McpTool } from "@/lib/mcp-client/list-mcp-tools";
import { isObject } from "@/lib/kernel/text/is-object";

export type Mark = { kind: string; text: string };

/** For texts whose gaps are one space each. No pattern repeats something that repeats. */
const PATTERNS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["overrides", /\b(?:ignore|disregard|forget|override) (?:all|any|every|the|your|previous|prior|earlier|above)\b/gi],
  ["secrecy", /\b(?:not|don't|never) (?:tell|inform|mention|reveal|show|notify|ask|warn)\b/gi],
  ["secrecy", /\bwithout (?:telling|informing|mentioning|notifying|asking|showing|warning)\b/gi],
  ["markup", /<\/? ?(?:important|system|instructions?|assistant|admin|secret|hidden) ?>/gi],
  ["markup", /\[\/?(?:system|inst)\]|<\|[a-z_]{1,20}\|>/gi],
  ["order", /\b(?:you|the (?:model|assistant|agent|ai|llm)) (?:must|should|shall|need to|have to|are required to)\b/gi],
  [
    "other tools",
    /\b(?:before|instead of|when|whenever|after) (?:using|calling|invoking|running|you use|you call)\b/gi,
  ],
  ["prompt", /\b(?:system prompt|your (?:instructions|guidelines|context)|(?:conversation|chat) history)\b/gi],
  ["secrets", /\/\.(?:ssh|aws|gnupg|kube|cursor)\b|\bid_rsa\b|\.env\b|\bmcp\.json\b/gi],
  ["secrets", /\b(?:api[ _-]?keys?|passwords?|private keys?|access tokens?) (?:of|from|in|into|as|to)\b/gi],
  ["unseen", /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu],
];

const MOST_MARKS = 20;
const MAX_TEXT = 60_000;
const AROUND = 40;

const toExcerpt = (text: string, index: number, length: number): string =>
  text
    .slice(Math.max(0, index - AROUND), index + length + AROUND)
    .replace(/[\p{Cc}\p{Cf}]/gu, "\u2423")
    .trim();

/** The texts of a schema that a model reads: titles, descriptions, defaults, examples and names. Not recursive. */
function textsOf(schema: unknown): string[] {
  const texts: string[] = [];
  let level: unknown[] = [schema];
  while (level.length > 0) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string") texts.push(value);
      // Not by a spread: a list can have more items than a call can have arguments.
      else if (Array.isArray(value)) for (const item of value as unknown[]) next.push(item);
      else if (isObject(value)) {
        texts.push(...Object.keys(value));
        next.push(...Object.values(value));
      }
    }
    level = next;
  }
  return texts;
}

/** Marks in a text, in the order of their kinds; 20 at most. */
export function marksIn(text: string): Mark[] {
  const marks: Mark[] = [];
  const part = text.slice(0, MAX_TEXT).replace(/\s+/g, " ");
  for (const [kind, pattern] of PATTERNS)
    for (const match of part.matchAll(pattern)) {
      if (marks.length === MOST_MARKS) return marks;
      marks.push({ kind, text: toExcerpt(part, match.index, match[0].length) });
    }
  return marks;
}

/** Marks in everything that a model reads of a tool. Other work has its turn first: a long text takes milliseconds. */
export async function findMarks(tool: McpTool): Promise<Mark[]> {
  await setImmediate();
  const { name, title = "", description, inputSchema, outputSchema } = tool;
  return marksIn([name, title, description, ...textsOf(inputSchema), ...textsOf(outputSchema)].join("\n"));
}
