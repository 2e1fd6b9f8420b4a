/** Asks the browser for a passkey, and for a new one. */
import { accessApi } from "@/generated/addresses/access";
import { call, ClientError, type ResultOf } from "@/lib/contract/client";

const notUsed = () =>
  new ClientError("The browser gave no passkey.", 0, {
    suggestedFix: "Try again. Your device needs a PIN, a fingerprint or a security key, and a passkey of this server.",
  });

/** Loaded when it is needed: most people sign in otherwise. */
const load = () => import("@simplewebauthn/browser");

/**
 * A passkey's answer to a challenge of this server.
 * @throws ClientError if the person cancels, or has no passkey
 */
async function askPasskey() {
  const { options } = await call(accessApi.beginPasskeySignIn, {});
  const { startAuthentication } = await load();
  // The server made the options with the other half of the same library.
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]["optionsJSON"];
  const { id, rawId, response } = await startAuthentication({ optionsJSON }).catch(() => Promise.reject(notUsed()));
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: "public-key" as const, response: { clientDataJSON, authenticatorData, signature } };
}

/** Signs in by a passkey. */
export async function signInByPasskey(): Promise<void> {
  await call(accessApi.signInByPasskey, { body: { assertion: await askPasskey() } });
}

/** Makes the sign-in fresh by a passkey. */
export async function confirmByPasskey(): Promise<void> {
  await call(accessApi.confirmPerson, { body: { assertion: await askPasskey() } });
}

/** Makes a passkey in this browser, and adds it to the account. */
export async function makePasskey(name: string): Promise<ResultOf<typeof accessApi.createPasskey>> {
  const { options } = await call(accessApi.beginPasskey, {});
  const { startRegistration } = await load();
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]["optionsJSON"];
  const { id, rawId, response } = await startRegistration({ optionsJSON }).catch(() => Promise.reject(notUsed()));
  const { clientDataJSON, attestationObject } = response;
  const attestation = { id, rawId, type: "public-key" as const, response: { clientDataJSON, attestationObject } };
  return call(accessApi.createPasskey, { body: { name, attestation } });
}
