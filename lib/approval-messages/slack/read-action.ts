/** The button that somebody pressed, from the body of a request of Slack. Pure. */
import { z } from "zod";
import { readJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";

const id = z.string().regex(/^[A-Z0-9]{1,50}$/);

const Pressed = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id }),
  channel: z.object({ id }),
  message: z.object({ ts: z.string().regex(/^\d{1,20}\.\d{1,10}$/) }),
  actions: z.tuple([
    z.object({
      action_id: z.enum(["approve", "deny"]),
      value: z.string().regex(/^apr_[A-Za-z0-9_-]{1,90}:[0-9a-f]{64}$/),
    }),
  ]),
});

export type SlackAction = {
  decision: "once" | "deny";
  callId: string;
  print: string;
  slackUser: string;
  channel: string;
  ts: string;
};

/** Null for everything else that Slack reports, such as the button that only opens a page. */
export function readAction(body: string): SlackAction | null {
  const text = new URLSearchParams(body).get("payload");
  const read = text === null ? null : readJson(text, REQUEST_BOUNDS);
  const pressed = Pressed.safeParse(read?.kind === "value" ? read.value : undefined);
  if (!pressed.success) return null;
  const { user, channel, message, actions } = pressed.data;
  const [callId = "", print = ""] = actions[0].value.split(":");
  const decision = actions[0].action_id === "approve" ? "once" : "deny";
  return { decision, callId, print, slackUser: user.id, channel: channel.id, ts: message.ts };
}
