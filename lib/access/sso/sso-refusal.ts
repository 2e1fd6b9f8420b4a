/** Why a sign-in by an organization's provider did not succeed. */

/** The sign-in page has a sentence for each. */
export type SsoReason = "SsoExpired" | "SsoEnded" | "SsoFailed" | "SsoNoEmail" | "SsoNoAccount";

/** `message` is for the log of the server: strangers read only the sentence of the reason. */
export class SsoRefusal extends Error {
  constructor(
    readonly reason: SsoReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
