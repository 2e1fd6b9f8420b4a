/** Asks a receiver of the project's about one call: a signed request, whose answer decides. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { readJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import { VERSION } from "@/lib/kernel/process/version";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { REDACTED } from "@/lib/kernel/text/redact";
import { Opaque } from "@/lib/policies/opaque";
import { signForProject } from "@/lib/webhooks/delivery/sign-for-project";
import { signMessage } from "@/lib/webhooks/delivery/sign-message";
import type { SessionHook } from "./contract";
import type { HookQuestion, HookVerdict } from "./hook-verdict";

/** Larger calls are not sent, and of larger answers nothing is read. */
const MOST_BYTES = 1024 * 1024;

const about = { session_id: z.string().max(200).optional() };
const Values = z.record(z.string(), z.unknown());
const Answer = z.discriminatedUnion("outcome", [
  z.strictObject({ ...about, outcome: z.literal("continue") }),
  z.strictObject({ ...about, outcome: z.literal("block"), message: z.string().trim().max(500).optional() }),
  z.strictObject({
    ...about,
    outcome: z.literal("modify"),
    arguments: Values.optional(),
    result: z.strictObject({ data: Values }).optional(),
  }),
]);

const unavailable = (why: string): HookVerdict => ({ kind: "unavailable", why });

/** A value that the receiver was not shown came back in another place, where nobody knows which value is meant. */
class Misplaced extends Error {}

const hasHidden = (value: unknown): boolean => JSON.stringify(value)?.includes(REDACTED) ?? false;

/**
 * The value that the receiver sends back, with what it was not shown.
 * @param copy the same place of the value that the receiver got
 * @throws Misplaced
 */
function withHidden(changed: unknown, before: unknown, copy: unknown): unknown {
  if (typeof changed === "string") {
    if (changed === copy) return before;
    if (changed.includes(REDACTED) && typeof copy === "string" && copy.includes(REDACTED)) throw new Misplaced();
    return before instanceof Opaque ? new Opaque(changed) : changed;
  }
  if (Array.isArray(changed)) {
    const [values, places]: unknown[][] = [before, copy].map((list) => (Array.isArray(list) ? list : []));
    if (changed.length !== places?.length) {
      if (hasHidden(changed) && hasHidden(copy)) throw new Misplaced();
      return changed;
    }
    return changed.map((inner, index) => withHidden(inner, values?.[index], places[index]));
  }
  if (!isObject(changed)) return changed;
  const valueOf = (place: unknown, name: string) =>
    isObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
  return Object.fromEntries(
    Object.entries(changed).map(([name, inner]) => [
      name,
      withHidden(inner, valueOf(before, name), valueOf(copy, name)),
    ]),
  );
}

/** The arguments, or the data of the result, as the receiver got them. */
function toSent({ subject }: HookQuestion, isBefore: boolean): unknown {
  if (!isObject(subject)) return undefined;
  if (isBefore) return subject.arguments;
  return isObject(subject.result) ? subject.result.data : undefined;
}

function toVerdict(hook: SessionHook, question: HookQuestion, text: string): HookVerdict {
  const read = readJson(text, SMALL_BOUNDS);
  const { success, data: answer } = Answer.safeParse(read.kind === "value" ? read.value : undefined);
  if (!success) return unavailable("The receiver's response has another form than a verdict.");
  if (answer.session_id !== undefined && answer.session_id !== question.facts.session_id)
    return unavailable("The receiver's response is about another session.");
  if (answer.outcome === "continue") return { kind: "continue" };
  if (answer.outcome === "block") return { kind: "block", ...(answer.message && { message: answer.message }) };
  const isBefore = hook.type === "before_execute";
  const value = isBefore ? answer.arguments : answer.result?.data;
  if (value === undefined || (isBefore ? answer.result : answer.arguments) !== undefined)
    return unavailable("The receiver's response changes what it was not asked about.");
  try {
    return { kind: "modify", value: withHidden(value, question.before, toSent(question, isBefore)) as Values };
  } catch (error) {
    if (error instanceof Misplaced) return unavailable("The receiver's response has a hidden value in another place.");
    throw error;
  }
}

/** Null without a secret: the project has no webhook endpoint, or its own webhook was deleted meanwhile. */
async function toSignature(
  { projectId, secrets }: Pick<HookQuestion, "projectId" | "secrets">,
  message: { id: string; seconds: number; body: string },
): Promise<string | null> {
  if (secrets === null) return signForProject(projectId, message);
  return secrets.length > 0 ? signMessage(secrets, message.id, message.seconds, message.body) : null;
}

/** @throws OutboundError */
async function post(url: string, body: string, { projectId, signal, secrets, timeoutMs }: HookQuestion) {
  const id = `msg_${randomUUID()}`;
  const seconds = Math.floor(Date.now() / 1000);
  const signature = await toSignature({ projectId, secrets }, { id, seconds, body });
  if (signature === null) return null;
  return send({
    ...{ projectId, sender: "webhooks", method: "POST", url, body, timeoutMs, maxBytes: MOST_BYTES },
    headers: {
      "content-type": "application/json",
      "user-agent": `Patchbay/${VERSION} (session hooks)`,
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signature,
    },
    // Redirects are not followed: only the session decides who sees its calls.
    maxRedirects: 0,
    ...(signal && { signal }),
  });
}

/** Sends the call to the receiver, and reads the verdict. */
export async function askReceiver(
  hook: SessionHook,
  handler: Extract<SessionHook["handler"], { type: "webhook" }>,
  question: HookQuestion,
): Promise<HookVerdict> {
  const event = {
    type: `composio.session_hook.${hook.type}`,
    timestamp: new Date().toISOString(),
    metadata: { ...question.facts, hook_id: hook.id },
    data: question.subject,
  };
  const body = JSON.stringify(event);
  if (Buffer.byteLength(body) > MOST_BYTES)
    return { kind: "unreadable", why: "The call is too large to be sent to the receiver." };
  try {
    const response = await post(handler.url, body, question);
    if (response === null) return unavailable("The project has no webhook endpoint, whose secret signs the request.");
    if (response.status !== 200) return unavailable(`The receiver answered with status ${response.status}.`);
    return toVerdict(hook, question, response.body.toString("utf8"));
  } catch (error) {
    if (error instanceof OutboundError) return unavailable("The receiver could not be reached, or was too slow.");
    throw error;
  }
}
