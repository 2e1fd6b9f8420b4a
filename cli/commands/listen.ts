/** `patchbay listen`: shows the events of the project as they happen, and forwards them to a local program. */
import { defineCommand, EXIT, UsageError, type Context, type Failure } from "../command";
import { followEvents } from "../listen/follow-events";
import { findOwnInbox, followInbox } from "../listen/follow-inbox";
import { forwardEvent, toReceiver, type Forwarded } from "../listen/forward";
import { secretForKey } from "../listen/sign-delivery";
import { readLimit } from "../read-limit";
import { SERVER_OPTIONS } from "../server/options";
import { requireTarget } from "../server/target";
import { clipLine, toPlainLine } from "../terminal/lay-out";

type Message = {
  id: string;
  timestamp: string;
  type: string;
  metadata: { trigger_slug?: string; user_id?: string };
  data: unknown;
};

/** Data in a line is cut here where the width is unknown. */
const MAX_LINE = 300;

/** The local time, the kind, and the beginning of the data. */
function toLine({ timestamp, type, metadata, data }: Message, { width }: Context["screen"]): string {
  const time = new Date(timestamp).toTimeString().slice(0, 8);
  const user = metadata.user_id === undefined ? [] : [`user ${metadata.user_id}`];
  const parts = [time, type, ...(metadata.trigger_slug === undefined ? [] : [metadata.trigger_slug]), ...user];
  return clipLine([...parts, JSON.stringify(data)].map(toPlainLine).join("  "), Math.min(width, MAX_LINE));
}

const resultOf = ({ status, error, ms }: Forwarded, id: string): string =>
  `  ${id} ${status === undefined ? `not forwarded: ${error}` : `forwarded: ${status}`} (${ms} ms)`;

const toMessage = (text: string): Message | undefined => {
  try {
    const message = JSON.parse(text) as Message;
    return typeof message.id === "string" && typeof message.type === "string" ? message : undefined;
  } catch {
    return undefined;
  }
};

type Forwarding = { url: string; secret: string };

/**
 * Shows one event and forwards it; `text` is sent as it came, so that its signature fits. Returns whether the program
 * took it.
 */
async function handle(
  message: Message,
  text: string,
  forwarding: Forwarding | undefined,
  context: Context,
): Promise<boolean> {
  const { out, err, json, isJson, screen, signal } = context;
  if (isJson) json(message);
  else out(toLine(message, screen));
  if (!forwarding) return true;
  const { url, secret } = forwarding;
  const forwarded = await forwardEvent(url, secret, message.id, text, signal);
  err(resultOf(forwarded, message.id));
  return forwarded.status !== undefined && forwarded.status >= 200 && forwarded.status < 300;
}

/** Where events are forwarded to; the secret is shown unless the caller knows it. */
function toForwarding(
  { forward, secret: secretOption }: { forward?: string; secret?: string },
  { env, err }: Context,
  key: string,
): Forwarding | undefined {
  if (forward === undefined) return undefined;
  const secret = secretOption ?? (env.PATCHBAY_WEBHOOK_SECRET || undefined);
  const forwarding = { url: toReceiver(forward), secret: secret ?? secretForKey(key) };
  if (secret === undefined) err(`Verify signatures with the secret ${forwarding.secret}`);
  return forwarding;
}

export const listen = defineCommand({
  usage: "",
  about: [
    "With --json it prints one JSON value on each line, the message of a webhook in version V3.",
    "--forward posts each event to a program on this machine, signed like a webhook with the secret that is shown. " +
      "A failure is shown and not tried again; events that happen while this command does not run are missed. For " +
      "production use a webhook subscription.",
    "With --ack the events come from an inbox: those that happen while this command does not run come later, and one " +
      "that could not be forwarded comes again, until it was. Without --inbox the command creates an inbox of its own.",
    "Example: patchbay listen --forward http://127.0.0.1:8080/hook",
  ],
  options: {
    forward: { type: "string", value: "URL", description: "Post each event to this URL" },
    secret: { type: "string", value: "SECRET", description: "Sign with this secret (PATCHBAY_WEBHOOK_SECRET)" },
    ack: { type: "boolean", description: "Take events from an inbox, and acknowledge each" },
    inbox: { type: "string", value: "ID", description: "The inbox of --ack" },
    type: { type: "string", multiple: true, value: "TYPE", description: "Only events of this type; can be repeated" },
    limit: { type: "string", value: "NUMBER", description: "End after so many events" },
    ...SERVER_OPTIONS,
  },
  run: async (context) => {
    const { values, err, signal } = context;
    const target = await requireTarget(context);
    const limit = readLimit("limit", values.limit, Infinity, 1_000_000);
    if (values.inbox !== undefined && !values.ack) throw new UsageError("--inbox needs --ack.");
    if (values.type && values.ack) throw new UsageError("--type has no effect with --ack: create an inbox for it.");
    const forwarding = toForwarding(values, context, target.key);
    const ending = new AbortController();
    let count = 0;
    let isFirst = true;
    const onEvent = async (text: string): Promise<boolean> => {
      const message = toMessage(text);
      if (!message || (values.type && !values.type.includes(message.type))) return true;
      if (count >= limit) return false;
      const isHandled = await handle(message, text, forwarding, context);
      if ((isHandled || !values.ack) && ++count >= limit) ending.abort();
      return isHandled;
    };
    const onOpen = () => {
      if (isFirst) err(`Events of ${target.url} are shown here. Press Ctrl-C to stop.`);
      isFirst = false;
    };
    const onGap = () => err("Some events may have been missed; they are in the log of events.");
    const onBreak = (failure: Failure) => err(`${failure.message} Trying again.`);
    const until = AbortSignal.any([signal, ending.signal]);
    if (values.ack) {
      const inboxId = values.inbox ?? (await findOwnInbox(target, signal));
      await followInbox(target, inboxId, { onOpen, onEvent, onBreak }, until);
    } else
      await followEvents(
        target,
        { onOpen, onGap, onBreak, onEvent: async (text) => void (await onEvent(text)) },
        until,
      );
    return EXIT.done;
  },
});
