/** The effect of a tool in a word: reads, creates, updates, deletes. */
import { Eye, PencilLine, Plus, Repeat2, Trash2, type LucideIcon } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";

type Hint = { tag: string; label: string; title: string; tone: BadgeTone; Icon: LucideIcon };

export const HINTS: readonly Hint[] = [
  { tag: "readOnlyHint", label: "Read-only", title: "Changes nothing", tone: "blue", Icon: Eye },
  { tag: "createHint", label: "Creates", title: "Creates something new", tone: "grey", Icon: Plus },
  { tag: "updateHint", label: "Updates", title: "Changes existing data", tone: "grey", Icon: PencilLine },
  {
    tag: "idempotentHint",
    label: "Idempotent",
    title: "Calling it again has no further effect",
    tone: "grey",
    Icon: Repeat2,
  },
  {
    tag: "destructiveHint",
    label: "Destructive",
    title: "Removes data, possibly permanently",
    tone: "red",
    Icon: Trash2,
  },
];

/** openWorldHint is true of nearly every tool and does not help a person. */
const isHint = (tag: string): boolean => tag.endsWith("Hint");

/** Returns whether a tag is shown; a tool that only reads can always be repeated. */
const isSaid = (tag: string, tags: readonly string[]): boolean =>
  tags.includes(tag) && !(tag === "idempotentHint" && tags.includes("readOnlyHint"));

export function ToolHints({ tags }: { tags: readonly string[] }) {
  return HINTS.filter(({ tag }) => isSaid(tag, tags)).map(({ tag, label, title, tone, Icon }) => (
    <Badge key={tag} tone={tone} title={title}>
      <Icon aria-hidden /> {label}
    </Badge>
  ));
}

/** The provider's own subjects of a tool ("repos"). */
export const toTopics = (tags: readonly string[]): string[] =>
  tags.filter((tag) => !isHint(tag) && tag !== "important");
