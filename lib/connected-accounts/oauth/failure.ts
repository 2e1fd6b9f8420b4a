/** Why a provider gave no token. */

/**
 * - `rejected`: the code or refresh token no longer counts; only a new consent helps
 * - `refused`: the provider does not accept the request as it is (wrong app, wrong settings)
 * - `unreachable`: no answer, or a temporary one; the same request may work later
 */
export type OAuthFailureKind = "rejected" | "refused" | "unreachable";

/** `message` is one sentence for people and holds no secret; `providerCode` is the provider's own error code. */
export class OAuthFailure extends Error {
  readonly providerCode: string | undefined;

  constructor(
    readonly kind: OAuthFailureKind,
    message: string,
    options: { providerCode?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "OAuthFailure";
    this.providerCode = options.providerCode;
  }
}
