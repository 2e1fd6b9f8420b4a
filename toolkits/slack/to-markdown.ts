/** Slack's own markup as Markdown (docs.slack.dev/messaging/formatting-message-text). */

/** People by ID, as they are called. */
export type Names = ReadonlyMap<string, string>;

const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };

const decode = (text: string): string => text.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** A reference between angle brackets: a person, a channel, a group, a date or a link, with words behind a bar. */
function reference(inside: string, names: Names): string {
  const [target = "", label] = inside.split("|", 2);
  if (target.startsWith("@")) return `@${names.get(target.slice(1)) ?? label ?? target.slice(1)}`;
  if (target.startsWith("#")) return `#${label || target.slice(1)}`;
  if (target.startsWith("!")) return label ?? `@${target.slice(1).split("^", 1)[0] ?? ""}`;
  const address = decode(target);
  return label === undefined || decode(label) === address ? address : `[${decode(label)}](${address})`;
}

/** Bold and struck-out words have one sign in Slack and two in Markdown; italics are the same in both. */
const emphasize = (text: string): string =>
  text
    .replace(/(?<![\w*])\*(?=\S)([^*\n]+)\*(?![\w*])/g, "**$1**")
    .replace(/(?<![\w~])~(?=\S)([^~\n]+)~(?![\w~])/g, "~~$1~~");

/** The text of a message as Markdown; code keeps its signs. */
export function toMarkdown(text: string, names: Names = new Map()): string {
  return text
    .split(/(```[\s\S]*?```|`[^`\n]+`)/)
    .map((part, index) =>
      index % 2 === 1
        ? decode(part)
        : part
            .split(/(<[^<>\n]+>)/)
            .map((piece, place) => (place % 2 === 1 ? reference(piece.slice(1, -1), names) : decode(emphasize(piece))))
            .join(""),
    )
    .join("");
}

/** The IDs of people that a text mentions. */
export const mentionedIn = (text: string): string[] =>
  [...text.matchAll(/<@([UW][A-Z0-9]{2,})(?:\|[^<>]*)?>/g)].map((match) => match[1] ?? "");
