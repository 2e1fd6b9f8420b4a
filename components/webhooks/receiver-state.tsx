/** The health of a receiver as a color, an icon and a word. */
import { Ban, CircleCheck, PauseCircle, TriangleAlert } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { Receiver } from "@/components/events/use-receivers";

const LOOKS = {
  disabled: { tone: "red", Icon: Ban, word: "Disabled" },
  paused: { tone: "grey", Icon: PauseCircle, word: "Paused" },
  failing: { tone: "amber", Icon: TriangleAlert, word: "Failing" },
  enabled: { tone: "green", Icon: CircleCheck, word: "Enabled" },
} as const;

/** The most important state: nothing is sent, it waits, or it fails. */
const receiverState = (receiver: Pick<Receiver, "disabled_at" | "paused_at" | "failing_since">): keyof typeof LOOKS =>
  receiver.disabled_at ? "disabled" : receiver.paused_at ? "paused" : receiver.failing_since ? "failing" : "enabled";

export function ReceiverStateBadge({ receiver }: { receiver: Receiver }) {
  const { tone, Icon, word } = LOOKS[receiverState(receiver)];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
}
