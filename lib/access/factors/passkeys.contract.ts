/** Passkeys (WebAuthn): a sign-in that proves a device and its owner, without a password. */
import { z } from "zod";
import { named } from "@/lib/contract/named";
import { operation } from "@/lib/contract/operation";

const base64 = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, "must be base64url");

/** A credential ID has at most 1023 bytes (WebAuthn 5.8). */
const CredentialId = base64(1364);
const common = { id: CredentialId, rawId: CredentialId, type: z.literal("public-key") };

/** As `PublicKeyCredential.toJSON()` returns it after a sign-in. */
export const Assertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64(4000),
    authenticatorData: base64(4000),
    signature: base64(4000),
  }),
});

/** As `PublicKeyCredential.toJSON()` returns it after a creation. */
export const Attestation = z.object({
  ...common,
  response: z.object({ clientDataJSON: base64(4000), attestationObject: base64(40_000) }),
});

const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().optional(),
});

/** For `navigator.credentials`. */
const Options = z.object({ options: z.record(z.string(), z.unknown()) });

const shared = { own: true, tag: "Session", auth: "user", permission: "profile:write" } as const;
const open = { own: true, tag: "Session", auth: "none", permission: "public", audit: "none" } as const;

export const passkeysApi = {
  listPasskeys: operation({
    ...shared,
    id: "passkeys.list",
    method: "GET",
    path: "/api/v3/internal/patchbay/profile/passkeys",
    permission: "profile:read",
    audit: "none",
    summary: "List your passkeys, the oldest first",
    response: z.object({ items: z.array(Passkey) }),
  }),
  beginPasskey: operation({
    ...shared,
    id: "passkeys.begin",
    forSetUp: true,
    method: "POST",
    path: "/api/v3/internal/patchbay/profile/passkeys/options",
    audit: "profile.begin_passkey",
    fresh: true,
    summary: "Get the options with which a browser creates a passkey, for five minutes",
    response: Options,
  }),
  createPasskey: operation({
    ...shared,
    id: "passkeys.create",
    forSetUp: true,
    method: "POST",
    path: "/api/v3/internal/patchbay/profile/passkeys",
    audit: "profile.add_passkey",
    fresh: true,
    summary: "Add a passkey that a browser created",
    description: "The first passkey turns on two-step sign-in, and the answer has recovery codes if you had none.",
    body: z.object({ name: named("passkey's name"), attestation: Attestation }),
    response: Passkey.extend({ recovery_codes: z.array(z.string()).optional() }),
  }),
  deletePasskey: operation({
    ...shared,
    id: "passkeys.delete",
    method: "DELETE",
    path: "/api/v3/internal/patchbay/profile/passkeys/{id}",
    audit: "profile.delete_passkey",
    fresh: true,
    summary: "Delete one of your passkeys",
    params: z.object({ id: z.string().min(1).max(1364) }),
    response: z.object({ id: z.string(), deleted: z.boolean() }),
  }),
  beginPasskeySignIn: operation({
    ...open,
    id: "passkeys.beginSignIn",
    method: "POST",
    path: "/api/v3/internal/patchbay/sign_in/passkey/options",
    summary: "Get the options with which a browser signs in by a passkey, for five minutes",
    response: Options,
  }),
  signInByPasskey: operation({
    ...open,
    id: "passkeys.signIn",
    method: "POST",
    path: "/api/v3/internal/patchbay/sign_in/passkey",
    summary: "Sign in by a passkey, in place of the password and the second step",
    body: z.object({ assertion: Assertion }),
    response: z.object({ success: z.boolean() }),
  }),
};
