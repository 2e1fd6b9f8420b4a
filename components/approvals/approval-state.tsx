/** The state of a call that needs or needed an approval, as color, icon and word. */
import { Ban, CircleCheck, CircleHelp, CircleX, Clock, Hourglass, Play, type LucideIcon } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { ListedApproval } from "./approval-words";

const STATES: Record<ListedApproval["state"], { tone: BadgeTone; Icon: LucideIcon; word: string }> = {
  waiting: { tone: "amber", Icon: Hourglass, word: "Waiting" },
  approved: { tone: "blue", Icon: Play, word: "Running" },
  completed: { tone: "green", Icon: CircleCheck, word: "Done" },
  failed: { tone: "red", Icon: CircleX, word: "Failed" },
  denied: { tone: "grey", Icon: Ban, word: "Denied" },
  expired: { tone: "grey", Icon: Clock, word: "Expired" },
  unknown: { tone: "violet", Icon: CircleHelp, word: "Unknown" },
};

export function ApprovalState({ state }: { state: ListedApproval["state"] }) {
  const { tone, Icon, word } = STATES[state];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
}
