/** The health of a trigger as a color, an icon and a word. */
import { CircleCheck, CircleDashed, CircleX, Clock, PauseCircle, TriangleAlert } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { triggerHealth, type TriggerRow } from "./trigger-words";

const LOOKS = {
  disabled: { tone: "grey", Icon: PauseCircle, word: "Disabled" },
  overdue: { tone: "amber", Icon: Clock, word: "Overdue" },
  failing: { tone: "red", Icon: CircleX, word: "Failing" },
  healthy: { tone: "green", Icon: CircleCheck, word: "Healthy" },
  problem: { tone: "red", Icon: CircleX, word: "Problem" },
  warning: { tone: "amber", Icon: TriangleAlert, word: "Check this" },
  waiting: { tone: "blue", Icon: CircleDashed, word: "Waiting" },
} as const;

type BadgeProps = {
  trigger: Pick<TriggerRow, "disabled_at" | "state">;
  /** The worst state of its checks, where they are known. */
  worst?: "ok" | "warning" | "problem" | "unknown" | undefined;
};

/** A problem that a check found comes before what the trigger itself knows. */
export function TriggerHealthBadge({ trigger, worst }: BadgeProps) {
  const health = triggerHealth(trigger);
  const isCalm = health === "healthy" || health === "waiting";
  const { tone, Icon, word } = LOOKS[isCalm && (worst === "problem" || worst === "warning") ? worst : health];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
}
