/**
 * What a sign-in by a provider must remember until the person comes back: in a sealed cookie, which binds it to the
 * browser in which it began.
 */
import { z } from "zod";
import { openJson, seal } from "@/lib/kernel/process/vault";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { readSignInCookie, toCookie, usesSecureCookies } from "../sign-in/sign-in-cookie";

const SECONDS = 600;

const Content = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The path of this server to open afterwards. */
  next: z.string(),
  ends: z.number(),
});

export type Attempt = Omit<z.output<typeof Content>, "ends">;

const cookieName = (): string => (usesSecureCookies() ? "__Host-patchbay.sso" : "patchbay.sso");

/** Of one provider: what came back to another provider's address does not open it. */
const sealContext = (providerId: string) => ({ projectId: "", rowId: providerId, column: "sso-attempt" });

/** The Set-Cookie line of a sign-in. */
export const toAttemptCookie = (providerId: string, attempt: Attempt): string =>
  toCookie(
    cookieName(),
    seal(JSON.stringify({ ...attempt, ends: inSeconds(SECONDS).getTime() }), sealContext(providerId)),
    SECONDS,
  );

/** The Set-Cookie line that ends it: an attempt is for one return. */
export const endAttemptCookie = (): string => toCookie(cookieName(), "", 0);

/** The sign-in that this browser began at the provider; null without one, or after ten minutes. */
export function readAttempt(cookieHeader: string | null, providerId: string): Attempt | null {
  const value = cookieHeader && readSignInCookie(cookieHeader, cookieName());
  if (!value) return null;
  try {
    const { ends, ...attempt } = Content.parse(openJson(value, sealContext(providerId)));
    return ends > now().getTime() ? attempt : null;
  } catch {
    return null; // made up, of another provider, or sealed with a secret of long ago
  }
}
