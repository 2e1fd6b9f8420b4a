/** Asks a provider whether a hook is still there and switched on. */
import { cutText } from "@/lib/kernel/text/storable";
import { fillTemplate, fillText, holdsAll, MissingValue } from "@/lib/catalog/event-value";
import type { TriggerType } from "@/lib/catalog/trigger-type";
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { ApiError } from "@/lib/kernel/errors";
import { OutboundError } from "@/lib/kernel/outbound/send";
import type { Origin } from "@/lib/kernel/process/log";
import { configOf, type Trigger } from "../instances/require-trigger";
import { openAsking, refusalOf } from "./open-asking";
import { hookOf } from "./hooks";

/** The answer of a provider: the hook exists, the hook is gone, or the reason why it is unknown. */
export type HookState =
  | { state: "there"; says?: string }
  | { state: "off"; says?: string }
  | { state: "gone" }
  | { state: "unknown"; reason: string };

/** Somebody waits for the answer. */
const TIMEOUT_MS = 8000;
const MISSING_STATUSES = new Set([404, 410]);
const MAX_WORDS = 300;

function wordsOf(template: string | undefined, answer: unknown): { says?: string } {
  if (template === undefined) return {};
  try {
    return { says: cutText(fillText(template, { answer }), MAX_WORDS) };
  } catch (error) {
    if (error instanceof MissingValue) return {};
    throw error;
  }
}

/**
 * Looks at the hook of a trigger. Undefined for a trigger without a hook of its own, and for a provider whose API has
 * no such request.
 */
export async function lookAtHook(
  type: TriggerType,
  trigger: Trigger,
  account: ResolvedAccount,
  on: Origin,
): Promise<HookState | undefined> {
  const look = hookOf(type)?.look;
  if (!look || trigger.hookId === null) return undefined;
  try {
    const providerClient = await openAsking(trigger.projectId, account, on, TIMEOUT_MS);
    const hook = fillTemplate("{hook}", { hook: trigger.hookId });
    const answer = await providerClient.ask(look.request, {
      config: configOf(trigger),
      connection: providerClient.values,
      hook,
    });
    if (MISSING_STATUSES.has(answer.status)) return { state: "gone" };
    const refusal = refusalOf(answer);
    if (refusal) return { state: "unknown", reason: providerClient.withoutSecrets(refusal.message) };
    const isOn = holdsAll(look.when, { headers: {}, query: {}, body: answer.data }, {});
    const words = wordsOf(look.says, answer.data);
    return { state: isOn ? "there" : "off", ...(words.says && { says: providerClient.withoutSecrets(words.says) }) };
  } catch (error) {
    if (error instanceof OutboundError || error instanceof ApiError || error instanceof MissingValue)
      return { state: "unknown", reason: cutText(error.message, MAX_WORDS) };
    throw error;
  }
}
