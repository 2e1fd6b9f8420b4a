/** What a tool does to the world, in a word: reads, writes, deletes. */
import { Eye, PencilLine, Repeat2, Trash2, type LucideIcon } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";

type Hint = { tag: string; label: string; title: string; tone: BadgeTone; Icon: LucideIcon };

export const HINTS: readonly Hint[] = [
  { tag: "readOnlyHint", label: "Reads", title: "Changes nothing", tone: "blue", Icon: Eye },
  { tag: "updateHint", label: "Updates", title: "Changes what is there", tone: "grey", Icon: PencilLine },
  {
    tag: "idempotentHint",
    label: "Repeatable",
    title: "Calling it again changes nothing more",
    tone: "grey",
    Icon: Repeat2,
  },
  {
    tag: "destructiveHint",
    label: "Deletes",
    title: "Removes something; it may not come back",
    tone: "red",
    Icon: Trash2,
  },
];

/** openWorldHint is true of nearly every tool and says nothing to a person. */
const isHint = (tag: string): boolean => tag.endsWith("Hint");

export function ToolHints({ tags }: { tags: readonly string[] }) {
  return HINTS.filter(({ tag }) => tags.includes(tag)).map(({ tag, label, title, tone, Icon }) => (
    <Badge key={tag} tone={tone} title={title}>
      <Icon aria-hidden /> {label}
    </Badge>
  ));
}

/** The provider's own subjects of a tool ("repos"). */
export const toTopics = (tags: readonly string[]): string[] =>
  tags.filter((tag) => !isHint(tag) && tag !== "important");
