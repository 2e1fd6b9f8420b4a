/** The health of a trigger as a color, an icon and a word. */
import { CircleCheck, CircleDashed, CircleX, Clock, PauseCircle } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { triggerHealth, type TriggerRow } from "./trigger-words";

const LOOKS = {
  disabled: { tone: "grey", Icon: PauseCircle, word: "Disabled" },
  overdue: { tone: "amber", Icon: Clock, word: "Overdue" },
  failing: { tone: "red", Icon: CircleX, word: "Failing" },
  healthy: { tone: "green", Icon: CircleCheck, word: "Healthy" },
  waiting: { tone: "blue", Icon: CircleDashed, word: "Waiting" },
} as const;

export function TriggerHealthBadge({ trigger }: { trigger: Pick<TriggerRow, "disabled_at" | "state"> }) {
  const { tone, Icon, word } = LOOKS[triggerHealth(trigger)];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
}
