/** Asks a key management service, again after a short pause if it is away. */
import { OutboundError, send } from "../outbound/send";
import { readJson, SMALL_BOUNDS } from "../json/read-json";
import type { KmsKey } from "../process/kms-settings";
import { SettingsError } from "../process/settings-error";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
/** Between two attempts; a start that goes on failing is repeated by the process that started it. */
const PAUSES_MS = [250, 1_000, 3_000];

export type KmsRequest = { url: string; headers: Record<string, string>; body: string };

/** The answer of the service; `away`: the reason why it gave no answer. */
type Answer = { status: number; text: string } | { away: string };

async function sendOnce(request: KmsRequest): Promise<Answer> {
  try {
    const { status, body } = await send({
      projectId: "",
      sender: "kms",
      method: "POST",
      ...request,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
    });
    if (status === 429 || status >= 500) return { away: `it answered ${status}` };
    return { status, text: body.toString("utf8") };
  } catch (error) {
    if (error instanceof OutboundError && error.phase !== "refused") return { away: error.message.replace(/\.$/, "") };
    throw error;
  }
}

/** The reason in a refusal, without anything but a short text: it goes to the log. */
type ReadReason = (body: unknown) => string | undefined;

/**
 * @param toRequest makes the request of each attempt, because a signature contains the time
 * @param readReason finds the service's words in the body of a refusal
 * @returns the body of an answer of 200, parsed
 * @throws SettingsError in a sentence
 */
export async function askKms(
  { name, url }: KmsKey,
  toRequest: () => Promise<KmsRequest>,
  readReason: ReadReason,
): Promise<unknown> {
  const service = `The key management service of ${name} at ${new URL(url).host}`;
  let away = "";
  for (const pause of [0, ...PAUSES_MS]) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const answer = await sendOnce(await toRequest());
    if ("away" in answer) {
      ({ away } = answer);
      continue;
    }
    const body = readJson(answer.text, SMALL_BOUNDS);
    const value = body.kind === "value" ? body.value : undefined;
    if (answer.status === 200) return value;
    const reason = readReason(value)?.replace(/\s+/g, " ").slice(0, 300);
    throw new SettingsError(
      `${service} refuses (${answer.status}${reason ? `: ${reason}` : ""}): give this server the permission to ` +
        "encrypt and decrypt with that key, or correct the settings PATCHBAY_KMS_*.",
    );
  }
  throw new SettingsError(
    `${service} does not answer (${away}), and without it the secret of this database cannot be unwrapped: ` +
      "start it, or correct the settings PATCHBAY_KMS_*.",
  );
}
