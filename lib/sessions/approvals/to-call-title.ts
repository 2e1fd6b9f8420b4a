/** A waiting call in words, for a person who decides about it and may be no developer. Pure. */
import { cutText } from "@/lib/kernel/text/storable";

type Values = Readonly<Record<string, unknown>>;

const MOST_TEXT = 80;

/** One line without characters that reorder or hide what a person reads. */
const toLine = (text: string): string =>
  text
    .slice(0, 4 * MOST_TEXT)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();

const textOf = (values: Values, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = values[name];
    const text = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
    if (typeof text === "number") return String(text);
    if (typeof text === "string" && toLine(text)) return cutText(toLine(text), MOST_TEXT);
  }
  return undefined;
};

/** Arguments that name the place of the effect, the most telling first. */
const PLACES = [
  "repository",
  "repo",
  "channel",
  "channel_name",
  "channel_id",
  "project",
  "project_key",
  "project_id",
  "board_id",
  "calendar_id",
  "spreadsheet_id",
  "database_id",
  "document_id",
  "folder_id",
  "team",
  "team_id",
  "workspace",
  "list_id",
] as const;
const PEOPLE = ["to", "recipient", "recipient_email", "recipients", "email", "assignee"] as const;
const TITLES = ["title", "subject", "summary", "name"] as const;

/** `GITHUB_CREATE_AN_ISSUE` of `github`: `Create an issue`. */
function nameOfSlug(slug: string, toolkitSlug: string): string {
  const prefix = `${toolkitSlug.toUpperCase()}_`;
  const words = (slug.startsWith(prefix) ? slug.slice(prefix.length) : slug).replaceAll("_", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `Create an issue in octocat/hello-world: “Bug”`. */
export function toCallTitle(
  { slug, toolkitSlug, name }: { slug: string; toolkitSlug: string; name?: string | undefined },
  values: Values,
): string {
  const owner = textOf(values, ["owner", "org"]);
  const repo = textOf(values, ["repo", "repository"]);
  const place = owner && repo && !repo.includes("/") ? `${owner}/${repo}` : textOf(values, PLACES);
  const person = textOf(values, PEOPLE);
  const title = textOf(values, TITLES);
  return (
    (name?.trim() || nameOfSlug(slug, toolkitSlug)) +
    (place ? ` in ${place}` : "") +
    (person ? ` to ${person}` : "") +
    (title ? `: “${title}”` : "")
  );
}

const MOST_VALUES = 6;

/** Texts as they are, lists of texts with commas, everything else as JSON. */
function toShortText(value: unknown): string {
  const text =
    Array.isArray(value) && value.every((entry) => typeof entry === "string")
      ? value.slice(0, MOST_TEXT).join(", ")
      : value;
  return cutText(typeof text === "string" ? text : JSON.stringify(text), 2 * MOST_TEXT);
}

/** The first arguments as text, in the order of the call. */
export const toCallPreview = (values: Values): { name: string; text: string }[] =>
  Object.entries(values)
    .slice(0, MOST_VALUES)
    .map(([name, value]) => ({
      name: cutText(name, MOST_TEXT),
      text: toShortText(value),
    }));

const RULE_PHRASES: Readonly<Record<string, string>> = {
  ask_every_call: "asks before every call",
  ask_once_per_session: "asks once for each tool",
  ask_always: "asks before every call",
  ask_once: "asks once in each session",
};

const HINTS: Readonly<Record<string, string>> = {
  destructiveHint: "tools that can delete or overwrite things",
  readOnlyHint: "tools that only read",
  openWorldHint: "tools that reach other systems",
  idempotentHint: "tools that can be repeated safely",
};
const kindOf = (tag: string): string => HINTS[tag] ?? `tools with the tag ${tag}`;

/** The forms of a rule's text, by `judgeCall`, with their words. */
const FORMS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^experimental\.permissions\.default says (\w+)$/, (rule) => `This session ${RULE_PHRASES[rule ?? ""] ?? rule}.`],
  [
    /^experimental\.permissions\.overrides\.(\S+) says (\w+)$/,
    (subject, rule) => `For ${subject}, this session ${RULE_PHRASES[rule ?? ""] ?? rule}.`,
  ],
  [/^the project's default says (\w+)$/, (rule) => `This project ${RULE_PHRASES[rule ?? ""] ?? rule}.`],
  [
    /^the project's rule for (\S+) says (\w+)$/,
    (subject, rule) => `A rule of this project for ${subject} ${RULE_PHRASES[rule ?? ""] ?? rule}.`,
  ],
  [/^require_approval\.tools\.\S+ holds it$/, () => "This session asks before each call of this tool."],
  [/^require_approval\.toolkits holds (\S+)$/, (toolkit) => `This session asks before each call to ${toolkit}.`],
  [
    /^require_approval holds (\S+) for (\S+)$/,
    (tag, toolkit) => `This session asks before ${kindOf(tag ?? "")} of ${toolkit} run.`,
  ],
  [/^the policy "(.*)" asks$/s, (name) => `The policy “${name}” asks before this call.`],
  [/^the policy "(.*?)" asks: (.*)$/s, (name, reason) => `The policy “${name}” asks before this call: ${reason}`],
  [/^require_approval\.tags holds (\S+)$/, (tag) => `This session asks before ${kindOf(tag ?? "")} run.`],
];

/** Why a call waits, as a sentence; the rule's own text in a form that is not known. */
export function toCallReason(rule: string): string {
  for (const [form, say] of FORMS) {
    const parts = form.exec(rule);
    if (parts) return say(...parts.slice(1));
  }
  return rule;
}
