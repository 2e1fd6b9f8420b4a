/**
 * Gives readable names to tools that a rule named by method and path (`POST_V2_JOBS_JOBID_FILES`) or cut. The rule's
 * name stays as an alias, so that existing programs and files work. Pure: the same toolkit gives the same names.
 */
import type { CompiledTool } from "../../compiled-toolkit";
import { EDGE, SURE, sureOf, type Effect } from "../effects/effects";
import type { ToolRequest } from "../../tool-request";
import { effectOf } from "../effects/effect-of";
import { emptyWriteProblems } from "../checks/empty-write-problems";
import { screaming, screamingCamel, MAX_SLUG } from "./tool-slug";
import { singular, isPlural, wordsIn } from "../descriptions/word-forms";

type Part = { words: readonly string[]; place: readonly string[] };

const isNoise = (text: string): boolean =>
  /^(?:v?\d+(?:[._]\d+)*(?:beta\d*)?|api|rest|json|xml|providers|[A-Z]\w*(?:\.\w+)+)$/i.test(text);
/** Path pairs in front of every thing of a cloud. */
const EVERYWHERE = /^(?:subscriptions|resource ?groups|projects|locations)$/i;

const literalOf = (text: string): string =>
  text
    .replace(/\{[^}]*\}/g, " ")
    .replace(/\.(?:json|xml)$/, "")
    .replace(/\([^)]*\)/g, " ");
const pathOf = (path: string): string[] =>
  path
    .replace(/[?#].*$/, "")
    .split(/[/:]/)
    .filter(Boolean);
const placesOf = (text: string): string[] => [...text.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);

/** The written parts of a path in order, each with the place behind it. */
function partsOf(path: string): Part[] {
  const parts: { words: string[]; place: string[] }[] = [];
  for (const text of pathOf(path)) {
    const literal = literalOf(text).trim();
    const place = placesOf(text).flatMap((name) => wordsIn(name));
    if (literal !== "" && !isNoise(literal)) parts.push({ words: wordsIn(literal), place: [] });
    if (place.length > 0) parts.at(-1)?.place.push(...place);
  }
  const from = parts.findIndex(({ words, place }) => place.length === 0 || !EVERYWHERE.test(words.join(" ")));
  return from === -1 ? parts : parts.slice(from);
}

/** A text as slugs write it, words joined and apart. */
const writtenAs = (text: string): string[] => [screaming(text), screamingCamel(text)];
const tokensOf = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => writtenAs(text).flatMap((spelling) => spelling.split("_"))));

/** Places that a name spells out: `USERS_USER_ID`; `BRANCH` instead of `/branches/{branch}` is a word as any other. */
function spellsPlace(rest: string, parts: readonly string[]): boolean {
  return parts.some((text, index) =>
    placesOf(text).some((place) => {
      const before = parts[index - 1]?.includes("{") ? "" : (parts[index - 1] ?? "");
      const slug = rest.replace(new RegExp(`_(?:${writtenAs(before).join("|")})_`), "_");
      // Without the thing before it, its place stands for the thing.
      const isThing = before !== "" && slug === rest;
      return writtenAs(place).some(
        (spelling) => slug.includes(`_${spelling}_`) && !(isThing && isSingular(spelling, before)),
      );
    }),
  );
}

const isSingular = (place: string, literal: string): boolean =>
  writtenAs(wordsIn(literal).map(singular).join(" ")).some((spelling) => `_${spelling}`.endsWith(`_${place}`));

/** Whether a name is the method and words of the path, places or versions among them. */
function isMethodPath(body: string, method: string, path: string): boolean {
  const [first = "", ...rest] = body.split("_");
  if (first !== method || rest.length === 0) return false;
  const parts = pathOf(path);
  const tokens = tokensOf([...parts.flatMap(placesOf), ...parts.map(literalOf)]);
  if (!rest.every((word) => tokens.has(word))) return false;
  if (method !== "GET" && method !== "DELETE") return true;
  const noise = tokensOf(parts.filter(isNoise));
  return rest.some((word) => noise.has(word)) || spellsPlace(`_${rest.join("_")}_`, parts);
}

/** Whether the rule had only the path left, and cut it. */
function isCut(body: string, method: string, path: string, room: number): boolean {
  const whole = screaming(`${method} ${path.replace(/[{}]/g, "")}`);
  return whole.length > room && body === whole.slice(0, room).replace(/_+$/, "");
}

/** A name that the compiler itself built from method and path. */
const isOfPath = (name: string, method: string, path: string): boolean => {
  const [first = "", ...rest] = screamingCamel(name).split("_");
  const tokens = tokensOf(pathOf(path));
  return first === method && rest.every((word) => word === "BY" || tokens.has(word));
};

const SMALL = new Set("A AN THE GIVEN SPECIFIED SPECIFIC ITS YOUR".split(" "));
const PLAIN: Readonly<Record<string, string>> = {
  RETURNS: "GET",
  RETURN: "GET",
  RETRIEVES: "GET",
  GETS: "GET",
  SHOWS: "SHOW",
};

/** A name of words that begins with a verb, as a slug. */
function fromName(name: string): string | undefined {
  if (/…|\w Returns? /.test(name)) return undefined;
  const [firstWord = "", ...rest] = screamingCamel(name)
    .split("_")
    .filter((word) => !SMALL.has(word));
  const stem = [firstWord, firstWord.replace(/S$/, ""), firstWord.replace(/ES$/, "")].find(
    (word) => SURE.has(word.toLowerCase()) || EDGE.has(word.toLowerCase()),
  );
  const verb = (Object.hasOwn(PLAIN, firstWord) ? PLAIN[firstWord] : undefined) ?? stem;
  return verb && rest.length > 0 && rest.length < 8 ? [verb, ...rest].join("_") : undefined;
}

/** Actions at the end of a path, applied to the thing before. */
const ACTIONS = new RegExp(
  "^(?:pay|capture|print|ping|deploy|build|process|review|answer|copy|cancel|search|start|stop|send|move|sync|" +
    "verify|test|run|submit|reset|invite|publish|archive|download|upload|export|import|refresh|renew|accept|" +
    "reject|close|open|lookup|check|execute|duplicate|void|confirm|attach|merge|complete|apply)$",
);
const isVerb = (word: string, owner: Part | undefined): boolean =>
  sureOf(word) !== undefined || ACTIONS.test(word) || (EDGE.has(word) && (owner?.place.length ?? 0) > 0);

const VERBS: Partial<Record<Effect, string>> = { read: "GET", create: "CREATE", update: "UPDATE" };

/** The verb of a request; of a POST, its words decide. */
function verbOf(tool: CompiledTool, { method, path }: ToolRequest, body: string): string | undefined {
  if (method === "PUT" || method === "PATCH") return "UPDATE";
  if (method !== "POST") return method;
  const { name, description } = tool;
  return VERBS[effectOf({ slug: body, name, description, request: { method, path } }).effect];
}

/** Whether the placeholder after a thing identifies it, and does not filter by something else. */
const isOwn = ({ words, place }: Part): boolean =>
  /^(?:ids?|uuid|guid|key|slug|name|code|number|token|identifier|handle|pk|sku|hash)$/.test(place.at(-1) ?? "") ||
  /(?:id|uuid|key|name|code)s?$/.test(place.at(-1) ?? "") ||
  place.includes(singular(words.at(-1) ?? ""));

/** Words of method and path, the owner's first; owners far outside are left out until it fits. */
function fromPath(tool: CompiledTool, request: ToolRequest, body: string, room: number): string[] {
  const { method, path } = request;
  const parts = partsOf(path);
  const last = parts.at(-1);
  if (!last) return [];
  const isAction = method === "POST" && isVerb(last.words[0] ?? "", parts.at(-2)) && last.place.length === 0;
  const things = isAction ? parts.slice(0, -1) : parts;
  const isMany = method === "GET" && (last.place.length === 0 || !isOwn(last)) && isPlural(last.words.at(-1) ?? "");
  const verb = isAction ? screaming(last.words[0] ?? "") : isMany ? "LIST" : verbOf(tool, request, body);
  if (!verb) return [];
  const end = things.at(-1);
  const by =
    end && end.place.length > 0 && !isOwn(end) && end.place.length < 4 ? `BY_${screaming(end.place.join(" "))}` : "";
  const object = things.map(({ words, place }, index) => {
    if (index === things.length - 1 && by) return `${screaming(words.join(" "))}_${by}`;
    const isWhole = index === things.length - 1 && (isMany || (place.length === 0 && method !== "POST"));
    const thing =
      isWhole || (place.length === 0 && index < things.length - 1)
        ? words
        : [...words.slice(0, -1), singular(words.at(-1) ?? "")];
    return screaming(thing.join(" "));
  });
  const action = isAction ? last.words.slice(1).map(screaming) : [];
  const candidates: string[] = [];
  for (let from = 0; from < Math.max(object.length, 1); from++) {
    const body = [verb, ...object.slice(from), ...action].join("_").replace(/\b(\w+?)_\1(?=_|$)/g, "$1");
    if (body.length <= room && body.includes("_")) candidates.push(body);
  }
  // The nearest two owners are enough to know a thing by, where no other tool has the name.
  return candidates.length > 3 ? [...candidates.slice(-3), ...candidates.slice(0, -3).toReversed()] : candidates;
}

/** Why a tool's name is bad: it is method and path, or cut. */
export function badSlug({ slug, run: { request } }: CompiledTool, prefix: string): "cut" | "path" | undefined {
  if (!request || !slug.startsWith(`${prefix}_`)) return undefined;
  const body = slug.slice(prefix.length + 1);
  if (isCut(body, request.method, request.path, MAX_SLUG - prefix.length - 1)) return "cut";
  return isMethodPath(body, request.method, request.path) ? "path" : undefined;
}

/** How many promises of a name the tool does not keep: one that writes without saying what. */
const promises = (tool: CompiledTool, prefix: string, slug: string): number =>
  emptyWriteProblems({ ...tool, slug }, { slug: prefix }, []).length;

/**
 * Renames the tools that a rule named badly, and gives them their old names as aliases.
 * @param fixed names that the toolkit's file gives: these tools keep them
 */
export function giveReadableSlugs(tools: readonly CompiledTool[], prefix: string, fixed: ReadonlySet<string>): void {
  const room = MAX_SLUG - prefix.length - 1;
  const usedSlugs = new Set([...tools.map(({ slug }) => slug), ...fixed]);
  const names = new Map<string, number>();
  for (const { name } of tools) names.set(name.toLowerCase(), (names.get(name.toLowerCase()) ?? 0) + 1);
  for (const tool of tools) {
    const { request } = tool.run;
    if (!request || fixed.has(tool.slug) || badSlug(tool, prefix) === undefined) continue;
    const body = tool.slug.slice(prefix.length + 1);
    const { method, path } = request;
    const isTelling = names.get(tool.name.toLowerCase()) === 1 && !isOfPath(tool.name, method, path);
    const named = isTelling ? fromName(tool.name) : undefined;
    const short = [named, ...fromPath(tool, request, body, room)].filter((slug) => slug !== undefined);
    const last = placesOf(path).at(-1);
    const candidates = [...short, ...(last ? short.map((slug) => `${slug}_BY_${screamingCamel(last)}`) : [])];
    const problems = promises(tool, prefix, tool.slug);
    const fresh = candidates.find(
      (slug) =>
        promises(tool, prefix, `${prefix}_${slug}`) <= problems &&
        slug.length <= room &&
        slug !== body &&
        !isMethodPath(slug, method, path) &&
        !usedSlugs.has(`${prefix}_${slug}`),
    );
    if (!fresh) continue;
    tool.aliases.push(tool.slug);
    tool.slug = `${prefix}_${fresh}`;
    usedSlugs.add(tool.slug);
  }
}
