/** Finds settings of a session without effect here. They are named in the answer, or refused if they restrict. Pure. */
import { cutText } from "@/lib/kernel/text/storable";
import { ApiError } from "@/lib/kernel/errors";
import { isLikeName } from "@/lib/kernel/text/nearest-name";
import { sessionSettings } from "./contract";

type Setting = { path: string; value: unknown };
type AppliedSettings = {
  instant?: unknown;
  premium_usage?: unknown;
};

/** Maximum of reported names. */
const MOST_TOLD = 20;

/** Settings that restrict an agent. A misspelled or misplaced one would silently restrict nothing. */
const RESTRICTING = [
  ...Object.keys(sessionSettings).filter(
    (name) => !["preload", "instant", "premium_usage", "default_response"].includes(name),
  ),
  "permissions",
];
const RESTRICTING_WORD = new RegExp(
  String.raw`^(hooks?|permissions?|approv\w*|confirm\w*|den(y|ied|ies|ylist)|block(ed|list)?|(black|white)list(ed)?|` +
    String.raw`ban(ned)?|prohibit\w*|allow(ed|list)?|disallow\w*|disabled?|forbid\w*|forbidden|restrict\w*|` +
    String.raw`exclude\w*|except|limits?|max|only|polic(y|ies)|guards?|guardrails?|rules?|readonly|budget|quota)$`,
);
/** Free fields of the caller, and the caller's own tools, contain no settings. */
const OWN_DATA = /(^|\.)(metadata|labels|annotations)$|(^|\.)custom_tool(kit)?s\./i;
/** Limits of depth and of names for the check of unknown members. */
const DEEPEST = 8;
const MOST_NAMES = 200;

const wordsOf = (name: string): string[] =>
  name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** A member and its inner members: settings that somebody wrapped in an object restrict nothing either. */
function withInner({ path, value }: Setting): string[] {
  const paths = [path];
  const waiting = OWN_DATA.test(path) ? [] : [{ path, value, depth: 0 }];
  for (let next = waiting.pop(); next && paths.length < MOST_NAMES; next = waiting.pop()) {
    if (typeof next.value !== "object" || next.value === null || next.depth >= DEEPEST) continue;
    for (const [name, inner] of Object.entries(next.value).slice(0, MOST_NAMES)) {
      const place = `${next.path}.${name.slice(0, 100)}`;
      if (!Array.isArray(next.value) && inner !== null) paths.push(place);
      waiting.push({ path: place, value: inner as unknown, depth: next.depth + 1 });
    }
  }
  return paths.slice(0, MOST_NAMES);
}

const lastName = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

function whyRestricting(name: string): string | null {
  const near = RESTRICTING.find((candidate) => isLikeName(name, candidate));
  const place = near === "permissions" ? "experimental.permissions" : near;
  if (place !== undefined) return `is not a setting of a session at this place. Did you mean ${place}?`;
  return wordsOf(name).some((word) => RESTRICTING_WORD.test(word))
    ? "is not a setting that this server knows, and by its name it would restrict the session"
    : null;
}

/** @param setting what was sent of it, where this server takes it and has nothing to do */
const isAsked = (setting: unknown): boolean => typeof setting === "object" && setting !== null;

/**
 * The paths of settings that were sent and have no effect.
 * @param unknown members that are not settings
 * @throws ApiError BadRequest for an unknown member that would restrict the session; null restricts nothing
 */
export function unusedSettings(unknown: readonly Setting[], applied: AppliedSettings = {}): string[] {
  const settings = unknown.filter(({ value }) => value !== null && value !== undefined);
  const errors = settings.flatMap(withInner).flatMap((path) => {
    const why = whyRestricting(lastName(path));
    return why === null ? [] : [`${cutText(path, 200)}: ${why}`];
  });
  if (errors.length > 0)
    throw new ApiError(
      "BadRequest",
      "The settings have members that would restrict the session, and nothing reads them.",
      {
        errors: errors.slice(0, MOST_TOLD),
        suggestedFix:
          "Correct their names, or leave them out: a session must not seem to be restricted where it is not.",
      },
    );
  const without = [
    ...(isAsked(applied.instant) ? ["instant"] : []),
    ...(isAsked(applied.premium_usage) ? ["premium_usage"] : []),
  ];
  return [...without, ...unknown.map(({ path }) => cutText(path, 200))];
}

/** The warning about settings without effect; null without such settings. */
export function unusedWarning(paths: readonly string[]): string | null {
  if (paths.length === 0) return null;
  const names = paths.slice(0, MOST_TOLD).join(", ");
  const more = paths.length > MOST_TOLD ? ` and ${paths.length - MOST_TOLD} more` : "";
  return `These settings have no effect on this server: ${names}${more}.`;
}
