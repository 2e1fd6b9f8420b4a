/** People with a second factor, for integration tests. */
import { onTestFinished, vi } from "vitest";
import { POST as confirm } from "@/app/api/v3/internal/patchbay/profile/second_factor/route";
import { POST as start } from "@/app/api/v3/internal/patchbay/profile/second_factor/start/route";
import { codeOf, stepAt } from "@/lib/access/factors/find-step";
import { now } from "@/lib/kernel/time/clock";
import { queryRows } from "@/test/setup/query-rows";
import { callRoute } from "../builders/members";

/** Holds the time at the present step, whose codes then stay valid. */
export function holdStep(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
}

export type Phone = { secret: string; recoveryCodes: string[] };

/** The code that an app shows now; each code of a step works once. */
export const codeNow = (secret: string, drift = 0): string => codeOf(secret, stepAt(now()) + drift);

/** Sets up an authenticator app with the session of this cookie, and forgets the code that it took. */
export async function setUpPhone(cookie: string, userId: string): Promise<Phone> {
  const { body } = await callRoute(start, { cookie }, { body: {} });
  const secret = String(body.secret);
  const confirmed = await callRoute(confirm, { cookie }, { body: { code: codeNow(secret) } });
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
  await queryRows("test.forget-step", "UPDATE second_factor SET last_step = 0 WHERE user_id = $1", [userId]);
  return { secret, recoveryCodes: confirmed.body.recovery_codes as string[] };
}
