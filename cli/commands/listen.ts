/** `patchbay listen`: shows the events of the project as they happen, and forwards them to a local program. */
import { defineCommand, EXIT, type Context, type Failure } from "../command";
import { followEvents } from "../listen/follow-events";
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

/** Shows one event and forwards it; `text` is sent as it came, so that its signature fits. */
async function handle(message: Message, text: string, forwarding: Forwarding | undefined, context: Context) {
  const { out, err, json, isJson, screen, signal } = context;
  if (isJson) json(message);
  else out(toLine(message, screen));
  if (!forwarding) return;
  const { url, secret } = forwarding;
  err(resultOf(await forwardEvent(url, secret, message.id, text, signal), message.id));
}

export const listen = defineCommand({
  usage: "",
  about: [
    "With --json it prints one JSON value on each line, the message of a webhook in version V3.",
    "--forward posts each event to a program on this machine, signed like a webhook with the secret that is shown. " +
      "A failure is shown and not tried again; events that happen while this command does not run are missed. For " +
      "production use a webhook subscription.",
    "Example: patchbay listen --forward http://127.0.0.1:8080/hook",
  ],
  options: {
    forward: { type: "string", value: "URL", description: "Post each event to this URL" },
    secret: { type: "string", value: "SECRET", description: "Sign with this secret (PATCHBAY_WEBHOOK_SECRET)" },
    type: { type: "string", multiple: true, value: "TYPE", description: "Only events of this type; can be repeated" },
    limit: { type: "string", value: "NUMBER", description: "End after so many events" },
    ...SERVER_OPTIONS,
  },
  run: async (context) => {
    const { values, env, err, signal } = context;
    const target = await requireTarget(context);
    const limit = readLimit("limit", values.limit, Infinity, 1_000_000);
    const secret = values.secret ?? (env.PATCHBAY_WEBHOOK_SECRET || undefined);
    const forwarding =
      values.forward === undefined
        ? undefined
        : { url: toReceiver(values.forward), secret: secret ?? secretForKey(target.key) };
    if (forwarding && secret === undefined) err(`Verify signatures with the secret ${forwarding.secret}`);
    const ending = new AbortController();
    let count = 0;
    let isFirst = true;
    const onEvent = async (text: string): Promise<void> => {
      const message = toMessage(text);
      if (!message || count >= limit || (values.type && !values.type.includes(message.type))) return;
      await handle(message, text, forwarding, context);
      if (++count >= limit) ending.abort();
    };
    const onOpen = () => {
      if (isFirst) err(`Events of ${target.url} are shown here. Press Ctrl-C to stop.`);
      isFirst = false;
    };
    const onGap = () => err("Some events may have been missed; they are in the log of events.");
    const onBreak = (failure: Failure) => err(`${failure.message} Trying again.`);
    await followEvents(target, { onOpen, onEvent, onGap, onBreak }, AbortSignal.any([signal, ending.signal]));
    return EXIT.done;
  },
});
