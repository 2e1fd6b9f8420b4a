/** The state of an event or a delivery, as color, icon and word. */
import { CircleCheck, CircleDashed, CircleSlash, CircleX, Filter, RotateCw, Send, type LucideIcon } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { EVENT_STATES, type EventState } from "./event-words";

const LOOKS: Record<EventState, { tone: BadgeTone; Icon: LucideIcon }> = {
  none: { tone: "grey", Icon: CircleSlash },
  waiting: { tone: "blue", Icon: CircleDashed },
  sending: { tone: "blue", Icon: Send },
  retrying: { tone: "amber", Icon: RotateCw },
  delivered: { tone: "green", Icon: CircleCheck },
  filtered: { tone: "grey", Icon: Filter },
  dead: { tone: "red", Icon: CircleX },
};

/** `detail` follows the word: the number of receivers that have the event. */
export function EventStateBadge({ state, detail }: { state: EventState; detail?: string }) {
  const { tone, Icon } = LOOKS[state];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {EVENT_STATES[state]}
      {detail ? <span className="font-normal tabular-nums">{detail}</span> : null}
    </Badge>
  );
}
