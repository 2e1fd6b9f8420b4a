/** Behavior hints of a toolkit's tools, as tags: what a call does, and whether it may be repeated. */
import type { CompiledTool } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";
import { SURE, words, type Effect } from "./effects";
import { effectOf } from "./effect-of";
import { addsEachTime, deletesByPosition, effectOfArguments, writesElsewhere } from "./effect-of-arguments";
import { screaming } from "../names/tool-slug";
import { findVerb, wordsOf } from "./find-verb";

/** An unknown effect can delete, too (a statement in SQL): people should be asked before it runs. */
const HINTS: Record<Effect, string> = {
  read: "readOnlyHint",
  create: "createHint",
  update: "updateHint",
  destroy: "destructiveHint",
  other: "destructiveHint",
};

/** Each call with these verbs has an effect again, even at the same address. */
const SENDING = words("send resend retry append import");
/** Changes that accumulate, or happen again each time. */
const ADDING = words(
  `toggle increment decrement rotate regenerate restart reboot sync synchronize refresh transfer merge shuffle randomize
  swap press skip next previous seek adjust rollback renew extend retry append move play vote upvote downvote reprocess
  recalculate reindex order import`,
);

/** A POST with these verbs starts a job, which is done and often paid for again each time. */
const STARTING = words("convert train launch reserve transcribe translate dub render generate reassign start");

/** The code of a consent works once. */
const isConsent = ({ required = [] }: CompiledTool["inputSchema"]): boolean =>
  required.includes("code") && required.includes("state");

/** Whether repeating the same call right after has no further effect. */
function isIdempotent(effect: Effect, verb: string, tool: CompiledTool): boolean {
  const { inputSchema, run } = tool;
  const { request } = run;
  if (effect === "read") return true;
  if (effect === "destroy" && deletesByPosition(verb, tool)) return false;
  if (isConsent(inputSchema) || (request?.method === "POST" && STARTING.has(verb))) return false;
  // A PUT to an address that the caller chose creates the same object the second time.
  if (effect === "create") return request?.method === "PUT" && !SENDING.has(verb) && /\}\/?$/.test(request.path);
  return effect !== "other" && !ADDING.has(verb);
}

/** @throws Error when the tags contradict each other, so that a client cannot know what the tool does */
function effectOfTags(tags: readonly string[]): Effect | undefined {
  const hinted = (["read", "create", "update", "destroy"] as const).filter((effect) => tags.includes(HINTS[effect]));
  if (hinted.length > 1)
    throw new Error(`the tags ${hinted.map((effect) => HINTS[effect]).join(" and ")} exclude each other`);
  return hinted[0];
}

function tagsOf(tool: CompiledTool, toolkit: string, stated: Effect | undefined): string[] {
  const prefix = `${screaming(toolkit)}_`;
  // A name that was made from the method means no more than the method; the rule's own name can contain a verb of the
  // path.
  const originalSlug = tool.aliases[0] ?? tool.slug;
  const slug = originalSlug.startsWith(prefix) ? originalSlug.slice(prefix.length) : originalSlug;
  const { request } = tool.run;
  const derivedEffect = effectOf({
    slug,
    name: tool.name,
    description: tool.description,
    ...(request ? { request } : {}),
  });
  const knownEffect = stated ?? effectOfTags(tool.tags);
  const isReading = derivedEffect.effect === "read" && request?.method === "POST" && writesElsewhere(tool);
  const effect = knownEffect ?? effectOfArguments(tool) ?? (isReading ? "create" : derivedEffect.effect);
  if (!request && !knownEffect && derivedEffect.verb === "")
    throw new Error("its words do not tell what it does: say so under `effects`");
  const first = findVerb(wordsOf(slug), request?.method.toLowerCase() ?? "");
  if (effect === "read" && first?.leads && SURE.get(first.verb) === "destroy")
    throw new Error(`a tool that is named by "${first.verb}" cannot be one that only reads`);
  const hints = [
    HINTS[effect],
    ...(isIdempotent(effect, derivedEffect.verb, tool) &&
    (effect === "read" || !addsEachTime(slug.replace(prefix, ""), tool))
      ? ["idempotentHint"]
      : []),
    "openWorldHint",
  ];
  return [...new Set([...hints, ...tool.tags])];
}

const namesOf = ({ slug, aliases }: CompiledTool): string[] => [slug, ...aliases];

/**
 * Gives each tool its hints, before its other tags. The effect of a tool comes from the toolkit's file (`effects`, or a
 * hint among the tags), else from its words and its method. Tools that the server runs itself have written hints.
 * @throws CatalogSourceError for hints that contradict each other, and for a composite tool of unknown effect
 */
export function giveHints(
  tools: readonly CompiledTool[],
  toolkit: string,
  effects: Readonly<Record<string, Effect>>,
  filePath: string,
): void {
  const unknown = Object.keys(effects).find(
    (slug) => slug !== "*" && !tools.some((tool) => namesOf(tool).includes(slug)),
  );
  if (unknown) throw new CatalogSourceError(filePath, `effects.${unknown}`, "there is no tool of this name");
  for (const tool of tools) {
    if (tool.run.builtin !== undefined) continue;
    try {
      tool.tags = tagsOf(tool, toolkit, effects[namesOf(tool).find((name) => Object.hasOwn(effects, name)) ?? "*"]);
    } catch (error) {
      throw new CatalogSourceError(filePath, tool.slug, error instanceof Error ? error.message : String(error));
    }
  }
}
