/** Decides what a tool does at the provider: by its words first, by its method last. Pure. */
import { SURE, lookUp, type Effect } from "./effects";
import { isSoft, writeEffect } from "./write-effect";
import { findVerb, wordsOf, type Evidence, type HttpMethod, type Verb } from "./find-verb";

export type EffectFacts = {
  /** The slug without the toolkit's name. */
  slug: string;
  name: string;
  /** Absent for a composite tool. */
  request?: { method: HttpMethod; path: string };
  /** Its first words count if the names contain no verb. */
  description?: string;
};

const DEFAULTS = {
  HEAD: "read",
  GET: "read",
  POST: "create",
  PUT: "update",
  PATCH: "update",
  DELETE: "destroy",
} as const;

/** The last written part of a path: `users.list`, `:batchGet`, `add_label`. */
function actionOf(path: string): string[] {
  const literal = path
    .replace(/[?#].*$/, "")
    .replace(/\.(json|xml|php|aspx?|jsp|do|format|\{\w+\})$/, "")
    .split("/")
    .findLast((segment) => segment !== "" && !/^\$?\{[^}]*\}$/.test(segment));
  return wordsOf((literal ?? "").replace(/\{[^}]*\}/g, " ").replace(/^.*[.:](?=[A-Za-z])/, ""));
}

/** `/v1/{name}:restore`, `/users.list`: the path itself names a call. */
const isCall = (path: string): boolean =>
  /[:.](?!(json|xml|php|aspx?|pdf|csv)$)[A-Za-z_]+$/.test(path.replace(/[?#].*$/, ""));

/** The verb of a path, weighted as evidence: best if the path is a call, or if the slug ends with its words. */
function pathVerb(path: string, slug: readonly string[], method: string): Verb | undefined {
  const words = actionOf(path);
  // `/syncfunctiontriggers` in the words of the slug.
  const joined = words.join("");
  const from = slug.findIndex((_, index) => slug.slice(index).join("") === joined);
  const action = from === -1 || slug.length - from < words.length ? words : slug.slice(from);
  const verb = findVerb(action, method, false);
  if (!verb || !action.includes(verb.verb)) return undefined;
  if (verb.leads && (isCall(path) || (from > 0 && action.length > 1))) return { ...verb, weight: 2.7 };
  return {
    ...verb,
    weight: verb.leads && action.length > 1 && verb.weight > 2.4 ? 2.45 : Math.min(verb.weight, 2),
  };
}

/** Words at the beginning of many descriptions that carry no meaning. */
const FILLERS = new Set(
  `this these the a an endpoint method api call operation request resource route is are used can be use it allow allows
  let lets enable enables help helps for client caller you your an app user users to will we in order since description
  note deprecated new`.split(/\s+/),
);
const OPENING_WORDS = 7;

/** The first words of a description that may be its verb and object. */
export function openingOf(description: string): string[] {
  const all = wordsOf(description.slice(0, 300).replace(/^\s*\[[^\]]*\]/, ""));
  const from = all.findIndex((word) => !FILLERS.has(word) && !/^v?\d+$/.test(word));
  return from === -1 ? [] : all.slice(from, from + OPENING_WORDS);
}

/** In a description these are said of calls that change something, too. */
const WEAK_READS = /^(describe|answer|ask|convert|extract|verify|tells|show|suggest|poll)$/;

const mayDecide = (opening: Verb | undefined, method: string): opening is Verb =>
  opening?.leads === true &&
  opening.weight > 1 &&
  !(opening.effect === "read" && WEAK_READS.test(opening.verb)) &&
  (method === "get" || method === "post");

/** The verb of a name, unless it is the slug behind the product's name ("Compute disks resize"). */
function nameVerb(name: string, slug: readonly string[], method: string): Verb | undefined {
  const all = wordsOf(name);
  const isSlug = ` ${all.join(" ")}`.endsWith(` ${slug.join(" ")}`);
  const mayDiffer = !findVerb(slug, method) && /\b(an?|the)\b/.test(name);
  return isSlug && !mayDiffer ? undefined : findVerb(all, method);
}

/** "Returns the new comment" is said of what makes it, too. */
const acting = (verb: Verb | undefined, isWrite: boolean): Verb | undefined =>
  isWrite && verb?.verb === "returns" ? undefined : verb;

function evidenceOf({ slug, name, request, description = "" }: EffectFacts): Evidence & { isPath: boolean } {
  const method = request?.method.toLowerCase() ?? "";
  const isWrite = /^(post|put|patch)$/.test(method);
  const all = wordsOf(slug);
  const words = isWrite && all.length > 1 && all.at(-1) === method ? all.slice(0, -1) : all;
  // A slug that is method and path has names of parameters at its end.
  const isPath = isWrite && words[0] === method;
  const slugVerb = findVerb(words, method);
  const opening = acting(findVerb(openingOf(description), method, true), isWrite);
  return {
    isPath,
    slug: isPath && !slugVerb?.leads ? undefined : slugVerb,
    name: acting(nameVerb(name, words, method), isWrite),
    path: pathVerb(request?.path ?? "", words, method),
    told: mayDecide(opening, method) ? { ...opening, weight: 1.5 } : undefined,
    opening,
  };
}

/** "Runs a prediction" is said of reading, too; a statement that is run is not known. */
const isChange = ({ effect, verb, object }: Verb): boolean =>
  effect !== "read" &&
  (!/^(run|make|process|report|allow|return)$/.test(verb) || object.some((word) => /^(sql|asynchronous)$/.test(word)));

function bestOf({ slug, name, path, told: descriptionVerb }: Evidence): Verb | undefined {
  const best = [slug, name, path, descriptionVerb].reduce(
    (best, verb) => (verb && verb.weight > (best?.weight ?? 0) ? verb : best),
    undefined,
  );
  // Where a weaker word reads and the description begins with a change, the change counts.
  return best?.effect === "read" && best.weight < 2.8 && descriptionVerb && isChange(descriptionVerb)
    ? descriptionVerb
    : best;
}

/** Verbs with which a GET changes nothing: it only produces an answer. */
const ANSWERS = /^(generate|convert|resolve|edit|confirm|authorize|connect|run|execute|print|request|open|make)$/;

/** A GET changes something only where it is said plainly: a call by name (`views.update`), or in slug and path. */
function getEffect({ slug, name, told: descriptionVerb }: Evidence, path: string): Effect {
  const commands = [slug, name].filter((verb) => verb !== undefined);
  const inPath = wordsOf(path.replace(/\{[^}]*\}/g, " "));
  const isPlain = ({ effect, verb, leads, isCommand }: Verb): boolean => {
    if (lookUp(verb) === "read" || ANSWERS.test(verb)) return false;
    if (leads && SURE.has(verb) && effect !== "create") return true;
    return inPath.includes(verb) && (isCall(path) || SURE.has(verb) || isCommand || /^(send|save|reset)$/.test(verb));
  };
  const plain = commands.find(isPlain);
  if (plain && (plain.effect === "destroy" || (plain.isCommand && inPath.includes(plain.verb)))) return plain.effect;
  const isRead = [...commands, descriptionVerb].some((verb) => verb && lookUp(verb.verb) === "read" && verb.weight > 1);
  return isRead ? "read" : (plain?.effect ?? "read");
}

/**
 * The effect of a tool. The verb in its slug counts before those of its name and its path, and a verb before a method.
 */
export function effectOf(facts: EffectFacts): { effect: Effect; verb: string } {
  const evidence = evidenceOf(facts);
  const best = bestOf(evidence);
  const verb = best?.verb ?? "";
  const { request } = facts;
  if (!request) return { verb, effect: best ? writeEffect(evidence, best, "POST", "") : "other" };
  const { method, path } = request;
  if (method === "GET" || method === "HEAD") return { verb, effect: getEffect(evidence, path) };
  if (method === "DELETE") return { verb, effect: isSoft(evidence) ? "update" : "destroy" };
  if (best) return { verb, effect: writeEffect(evidence, best, method, path) };
  // Providers with two methods only change a thing by a POST to its own address.
  return { verb, effect: evidence.isPath && path.endsWith("}") ? "update" : DEFAULTS[method] };
}
