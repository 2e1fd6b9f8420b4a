/** A status as color, icon and word, the same everywhere. */
import { Ban, CircleCheck, CircleDashed, CircleX, Clock, PauseCircle, type LucideIcon } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";

const STATUSES = {
  ACTIVE: { tone: "green", Icon: CircleCheck, word: "Active" },
  ENABLED: { tone: "green", Icon: CircleCheck, word: "Enabled" },
  SUCCESS: { tone: "green", Icon: CircleCheck, word: "Success" },
  INITIATED: { tone: "blue", Icon: CircleDashed, word: "Initiated" },
  INITIALIZING: { tone: "blue", Icon: CircleDashed, word: "Initializing" },
  EXPIRED: { tone: "amber", Icon: Clock, word: "Expired" },
  FAILED: { tone: "red", Icon: CircleX, word: "Failed" },
  INACTIVE: { tone: "grey", Icon: PauseCircle, word: "Inactive" },
  DISABLED: { tone: "grey", Icon: PauseCircle, word: "Disabled" },
  REVOKED: { tone: "violet", Icon: Ban, word: "Revoked" },
} satisfies Record<string, { tone: BadgeTone; Icon: LucideIcon; word: string }>;

export type Status = keyof typeof STATUSES;

export function StatusBadge({ status }: { status: Status }) {
  const { tone, Icon, word } = STATUSES[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
}
