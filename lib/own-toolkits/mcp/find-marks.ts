/**
 * Finds words in the text of a tool that speak to a model instead of describing the tool. A help for the person who
 * decides, and no filter: whoever wants to get past it can. Each pattern runs in linear time.
 */
import { setImmediate } from "node:timers/promises";
import { decodedTexts } from "./decoded-texts";
import type { McpTool } from "@/lib/mcp-client/list-mcp-tools";
import { isObject } from "@/lib/kernel/text/is-object";

export type Mark = { kind: string; text: string };

/** For texts whose gaps are one space each. No pattern repeats something that repeats. */
const PATTERNS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    "overrides",
    /\b(?:ignore|disregard|forget|override) (?:all|any|every\w{0,5}|the above|your|previous|prior|earlier|above)\b/gi,
  ],
  ["secrecy", /\b(?:not|don't|never) (?:tell|inform|mention|reveal|show|notify|ask|warn)\b/gi],
  ["secrecy", /\b(?:keep|hide) (?:this|it|that) (?:secret |hidden )?from\b/gi],
  ["secrecy", /\b(?:tell|assure) the (?:user|person) that\b/gi],
  [
    "order",
    /\b(?:from now on|pretend (?:that|to)|note to the (?:model|assistant|agent|ai|llm)|ai agents? (?:must|should|have to))\b/gi,
  ],
  ["secrecy", /\bwithout (?:telling|informing|mentioning|notifying|asking|showing|warning)\b/gi],
  ["markup", /&lt;\/? ?(?:important|system|instructions?|assistant|admin)/gi],
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

/** Patterns for other languages: of words that override instructions, and of words that hide something. */
const LANGUAGES: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["overrides", /\b(?:ignorier\w{0,3}|vergiss|missachte) (?:alle|bisherige|vorherige|frühere)/gi],
  ["overrides", /\b(?:ignore[rz]?|oublie[rz]?) (?:toutes|les|tout)\b/gi],
  ["overrides", /\b(?:ignor[ae]|olvida|dimentica|esqueça) (?:todas|tutte|todo|tutto|las|le|as)\b/gi],
  ["overrides", /\bnegeer (?:alle|de|eerdere)\b|\bzignoruj (?:wszystkie|poprzednie)|talimatları yok say/gi],
  ["overrides", /(?:игнорируй(?:те)?|забудь(?:те)?) (?:все|всё|предыдущие)/gi],
  [
    "overrides",
    /(?:忽略|无视|無視)[^。]{0,12}(?:指令|指示|说明)|(?:指示|指令)[^。]{0,6}無視|지시를 무시|تجاهل (?:جميع|كل)|निर्देशों को अनदेखा/g,
  ],
  ["secrecy", /\bsag\w{0,2} (?:dem|der) (?:benutzer|nutzer|person)\w{0,2} nich|\bne (?:dites|dis) rien\b/gi],
  ["secrecy", /\bno le digas\b|\bnon dire\b|\bnão (?:diga|conte)\b|не (?:говори|сообщай)(?:те)? пользовател/gi],
  ["secrecy", /(?:不要|别)(?:告诉|通知)|(?:ユーザー|利用者)に(?:言わ|知らせ)ない|사용자에게 (?:말하지|알리지)/g],
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

/** Adds the marks in a text of the kinds that are wanted; each is added as the kind `as` if there is one. */
function addMarks(marks: Mark[], part: string, isWanted: (kind: string) => boolean, as?: string): void {
  for (const [kind, pattern] of [...PATTERNS, ...LANGUAGES])
    for (const match of isWanted(kind) ? part.matchAll(pattern) : []) {
      if (marks.length === MOST_MARKS) return;
      marks.push({ kind: as ?? kind, text: toExcerpt(part, match.index, match[0].length) });
    }
}

/** Marks in a text, in the order of their kinds, then of further kinds in its other readings; each text is a step. */
function* readMarks(text: string): Generator<void, Mark[]> {
  const marks: Mark[] = [];
  const part = text.slice(0, MAX_TEXT).replace(/\s+/g, " ");
  addMarks(marks, part, () => true);
  const plainKinds = new Set(["unseen", ...marks.map(({ kind }) => kind)]);
  for (const decodedText of decodedTexts(part)) {
    yield;
    addMarks(marks, decodedText, (kind) => !plainKinds.has(kind), "encoded");
  }
  return marks;
}

/** Marks in a text; 20 at most. */
export function marksIn(text: string): Mark[] {
  const steps = readMarks(text);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** Marks in everything that a model reads of a tool. Other work has its turn first: a long text takes milliseconds. */
export async function findMarks(tool: McpTool): Promise<Mark[]> {
  await setImmediate();
  const { name, title = "", description, inputSchema, outputSchema } = tool;
  const text = [name, title, description, ...textsOf(inputSchema), ...textsOf(outputSchema)].join("\n");
  const steps = readMarks(text);
  let step = steps.next();
  for (; !step.done; step = steps.next()) await setImmediate();
  return step.value;
}
