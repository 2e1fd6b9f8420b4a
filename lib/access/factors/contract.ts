/** The second factor of a person: an authenticator app with recovery codes, and the second step of a sign-in. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { Assertion } from "./passkeys.contract";

/** A code of the app, or a recovery code, as people type it. */
const code = z.string().trim().min(1, "must be a code of your authenticator app or a recovery code").max(60);

const shared = { own: true, tag: "Session", auth: "user", permission: "profile:write" } as const;

const RecoveryCodes = z.object({
  /** Shown once; each opens the second step once. */
  recovery_codes: z.array(z.string()),
});

export const factorsApi = {
  getSecondFactor: operation({
    ...shared,
    id: "secondFactor.get",
    ...{ forSetUp: true, forConfined: true },
    method: "GET",
    path: "/api/v3/internal/patchbay/profile/second_factor",
    permission: "profile:read",
    audit: "none",
    summary: "Show whether your sign-ins have a second step",
    response: z.object({
      /** Whether an authenticator app is set up. */
      enabled: z.boolean(),
      confirmed_at: z.iso.datetime().optional(),
      /** Your passkeys; each counts as a second step too. */
      passkeys: z.number().int(),
      /** Recovery codes that still work. */
      recovery_codes_left: z.number().int(),
      /** Wrong codes at sign-in within 24 hours, by someone with the right password. */
      wrong_codes: z.number().int(),
    }),
  }),
  startSecondFactor: operation({
    ...shared,
    id: "secondFactor.start",
    forSetUp: true,
    method: "POST",
    path: "/api/v3/internal/patchbay/profile/second_factor/start",
    audit: "profile.begin_second_factor",
    fresh: true,
    summary: "Get the secret for an authenticator app; it counts after its first code",
    description:
      "If an app is set up, its code (or a recovery code) is needed, and it works until the new app is confirmed.",
    body: z.object({ code: code.optional() }),
    response: z.object({
      /** In base32, for apps without a camera. */
      secret: z.string(),
      /** `otpauth://` */
      url: z.string(),
      /** The URL as a QR code, in SVG. */
      qr_svg: z.string(),
    }),
  }),
  confirmSecondFactor: operation({
    ...shared,
    id: "secondFactor.confirm",
    forSetUp: true,
    method: "POST",
    path: "/api/v3/internal/patchbay/profile/second_factor",
    audit: "profile.turn_on_second_factor",
    // Otherwise a thief who began the set-up while the sign-in was fresh could finish it later.
    fresh: true,
    summary: "Turn on the second step with the first code of the authenticator app",
    body: z.object({ code }),
    response: RecoveryCodes,
  }),
  renewRecoveryCodes: operation({
    ...shared,
    id: "secondFactor.renewRecoveryCodes",
    method: "POST",
    path: "/api/v3/internal/patchbay/profile/second_factor/recovery_codes",
    audit: "profile.renew_recovery_codes",
    summary: "Replace your recovery codes",
    body: z.object({ code }),
    response: RecoveryCodes,
  }),
  turnOffSecondFactor: operation({
    ...shared,
    id: "secondFactor.turnOff",
    method: "POST",
    path: "/api/v3/internal/patchbay/profile/second_factor/turn_off",
    audit: "profile.turn_off_second_factor",
    summary: "Turn off the second step with a code of the app or a recovery code",
    body: z.object({ code }),
    response: z.object({ success: z.boolean() }),
  }),
  confirmPerson: operation({
    ...shared,
    id: "signIn.confirm",
    ...{ forSetUp: true, forConfined: true },
    method: "POST",
    path: "/api/v3/internal/patchbay/profile/confirm",
    audit: "profile.confirm_sign_in",
    summary: "Prove again that it is you, for ten minutes of this sign-in",
    description:
      "With two-step sign-in it takes a code or a passkey, otherwise the password. Without any, sign in again through the provider.",
    body: z.object({
      password: z.string().min(1).max(200).optional(),
      code: code.optional(),
      assertion: Assertion.optional(),
    }),
    response: z.object({ success: z.boolean() }),
  }),
  finishSignIn: operation({
    id: "signIn.finish",
    method: "POST",
    path: "/api/v3/internal/patchbay/sign_in/second_step",
    own: true,
    tag: "Session",
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "Finish a sign-in with a code of the authenticator app or a recovery code",
    description: "The cookie of the first step is the credential; the answer sets the cookie of the sign-in.",
    body: z.object({ code }),
    response: z.object({
      success: z.boolean(),
      /** Recovery codes that still work, if one was used now. */
      recovery_codes_left: z.number().int().optional(),
    }),
  }),
};
