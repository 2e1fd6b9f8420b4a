/**
 * Puts names of tools into the imperative: "Send a message", whether the source has "Sends a message" or only method
 * and path.
 */
import type { CompiledTool } from "../../compiled-toolkit";
import { singular, withArticle } from "../descriptions/word-forms";
import { sureOf } from "../effects/effects";

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** At the beginning of a name these are verbs, before any other word. */
const VERBS = words(
  `accepts activates adds allows applies approves archives assigns attaches begins cancels clears clones completes
  configures confirms converts creates deactivates declines deletes detaches determines disables dismisses displays
  duplicates edits enables ends executes fetches finalizes finds generates gets gives grants hides initiates inserts
  installs invites joins links loads locks logs makes modifies obtains opens pauses performs pins publishes pulls
  reactivates receives registers rejects reloads removes renames reorders replaces resends resets resolves restores
  resumes retrieves returns reverts revokes saves sends shows stops submits subscribes suspends syncs tells unarchives
  unassigns unlinks unlocks unpins unpublishes unsubscribes uploads upserts validates verifies voids`,
);
/** These are as often things: only before an article or its like. */
const VERBS_OR_THINGS = words(
  `adjusts answers calls captures changes charges checks closes commits compares copies counts deploys describes
  downloads exports forwards imports launches leaves lists marks merges moves orders patches posts previews processes
  queries reads rebuilds records refunds releases replies reports requests runs schedules searches sets shares signs
  starts switches tests tracks transfers triggers updates views`,
);
const AFTER_VERB = new Set(
  words("a an the all one any each every several multiple many this that your my our their its current new existing"),
);
const VERB_SET: ReadonlySet<string> = new Set(VERBS);
const THING_SET: ReadonlySet<string> = new Set(VERBS_OR_THINGS);
const WRITTEN_LARGE: ReadonlySet<string> = new Set(
  words("api csv dns html http id ip json jwt pdf qr rss sku sms smtp sql ssh ssl svg uri url utm vat xml"),
);

/** `copies` as `copy`, `searches` as `search`, `creates` as `create`. */
function plainVerb(verb: string): string {
  if (verb.endsWith("ies")) return `${verb.slice(0, -3)}y`;
  return /(?:ch|sh|ss|x|zz)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1);
}

const isVerb = (word: string, next: string | undefined): boolean =>
  VERB_SET.has(word) || (THING_SET.has(word) && next !== undefined && AFTER_VERB.has(next.toLowerCase()));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "Creates or updates a contact" as "Create or update a contact". */
function inCommand(name: string): string {
  const all = name.split(" ");
  const [first = "", joint, second = ""] = all;
  const joined = joint === "or" || joint === "and";
  if (all.length < 2 || !isVerb(first.toLowerCase(), joined ? all[3] : joint)) return name;
  const isPair = joined && (VERB_SET.has(second) || THING_SET.has(second));
  if (joined && !isPair) return name;
  const rest = isPair ? [joint, plainVerb(second), ...all.slice(3)] : all.slice(1);
  return [capital(plainVerb(first.toLowerCase())), ...rest].join(" ");
}

/** "Get prices price": the words of a path, in which a thing follows the list of such things. */
export const saysTwice = (name: string): boolean => {
  const [, ...things] = name.toLowerCase().split(" ");
  const plain = things.filter((word) => word !== "id").map(singular);
  return plain.some((word, index) => word.length > 2 && word === plain[index + 1]);
};

/** "get price" as "get a price"; what has words between stays as it is. */
function oneThing([verb = "", ...things]: readonly string[]): string {
  const isPhrase = things.some((word) => AFTER_VERB.has(word) || /^(?:by|for|of)$/.test(word));
  return `${verb} ${isPhrase ? things.join(" ") : withArticle(things)}`;
}

/** "Get prices price" as "Get a price", after the readable slug. */
function fromPlainSlug(name: string, slug: string, prefix: string): string {
  if (!/^(?:get|post|put|patch|delete) /i.test(name) || !saysTwice(name) || !slug.startsWith(prefix)) return name;
  const words = slug.slice(prefix.length).toLowerCase().split("_");
  const plain = words.join(" ");
  if (words.length < 2 || /^(?:post|put|patch)$/.test(words[0] ?? "") || saysTwice(plain)) return name;
  return capital(oneThing(words).replace(/[a-z]+/g, (word) => (WRITTEN_LARGE.has(word) ? word.toUpperCase() : word)));
}

/** "Post customers" describes how a request is sent, not what happens: the readable slug does. */
function fromSlug(name: string, slug: string, prefix: string): string {
  const [verb = "", next = ""] = name.toLowerCase().split(" ");
  const words = slug.startsWith(prefix) ? slug.slice(prefix.length).toLowerCase().split("_") : [];
  if (!/^(?:post|put|patch)$/.test(verb) || AFTER_VERB.has(next) || name.includes(",")) return name;
  // A slug that repeats the path adds nothing, and these methods do not read.
  const says = words.length > 1 && words[0] !== verb && (sureOf(words[0] ?? "") ?? "read") !== "read";
  if (!says) return name;
  return capital(words.map((word) => (WRITTEN_LARGE.has(word) ? word.toUpperCase() : word)).join(" "));
}

/** The name of a tool as a command. `prefix` is the toolkit's part of the slug, with its underscore. */
export const commandName = (name: string, slug: string, prefix: string): string =>
  inCommand(fromSlug(fromPlainSlug(name, slug, prefix), slug, prefix)).replace(
    /(?<![\w./-])[Ii]d(s?)(?![\w/-])/g,
    "ID$1",
  );

export function giveCommandNames(tools: readonly CompiledTool[], prefix: string): void {
  for (const tool of tools) tool.name = commandName(tool.name, tool.slug, prefix);
}
