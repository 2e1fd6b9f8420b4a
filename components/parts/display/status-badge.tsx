/** A status as color, icon and word, the same on all pages. */
import { Ban, CircleCheck, CircleDashed, CircleX, Clock, PauseCircle, type LucideIcon } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";

const STATUSES = {
  ACTIVE: { tone: "green", Icon: CircleCheck, word: "Active" },
  ENABLED: { tone: "green", Icon: CircleCheck, word: "Enabled" },
  SUCCESS: { tone: "green", Icon: CircleCheck, word: "Succeeded" },
  INITIATED: { tone: "blue", Icon: CircleDashed, word: "Initiated" },
  INITIALIZING: { tone: "blue", Icon: CircleDashed, word: "Initializing" },
  PENDING: { tone: "blue", Icon: CircleDashed, word: "Pending" },
  ACCEPTED: { tone: "green", Icon: CircleCheck, word: "Accepted" },
  EXPIRED: { tone: "amber", Icon: Clock, word: "Expired" },
  FAILED: { tone: "red", Icon: CircleX, word: "Failed" },
  INACTIVE: { tone: "grey", Icon: PauseCircle, word: "Inactive" },
  DISABLED: { tone: "grey", Icon: PauseCircle, word: "Disabled" },
  REVOKED: { tone: "violet", Icon: Ban, word: "Revoked" },
} satisfies Record<string, { tone: BadgeTone; Icon: LucideIcon; word: string }>;

export type Status = keyof typeof STATUSES;

/** `detail` follows the word: the code of a failure. `title` explains it. */
export function StatusBadge({ status, detail, title }: { status: Status; detail?: string; title?: string }) {
  const { tone, Icon, word } = STATUSES[status];
  return (
    <Badge tone={tone} title={title}>
      <Icon aria-hidden />
      {word}
      {detail ? <span className="font-mono font-normal tabular-nums">{detail}</span> : null}
    </Badge>
  );
}
