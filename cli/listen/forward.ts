/** Posts events to a program on this machine, signed as a webhook is. */
import { UsageError } from "../command";
import { deliveryHeaders } from "./sign-delivery";

const TIMEOUT_MS = 15_000;

export type Forwarded = { status?: number; error?: string; ms: number };

/** @throws {UsageError} if the text is not an address */
export function toReceiver(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`"${text}" is not a URL. Write it as http://127.0.0.1:8080/hook.`);
  // `fetch` refuses such an address, and its error shows the password.
  const { username, password } = new URL(text);
  if (username || password) throw new UsageError("The URL of --forward can't contain a user or password.");
  return text;
}

/** Posts one event. It never throws: whatever happens is a result. */
export async function forwardEvent(
  url: string,
  secret: string,
  id: string,
  body: string,
  signal: AbortSignal,
): Promise<Forwarded> {
  const startedAt = performance.now();
  const duration = () => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: deliveryHeaders(secret, id, Math.floor(Date.now() / 1000), body),
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return { status: response.status, ms: duration() };
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    return { error: name === "TimeoutError" ? "no response in 15 seconds" : (cause?.code ?? message), ms: duration() };
  }
}
