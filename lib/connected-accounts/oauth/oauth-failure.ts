/** Why a provider gave no token. */

/**
 * - `rejected`: the code or refresh token is no longer valid; only a new consent helps
 * - `refused`: the provider does not accept the request (wrong app, wrong settings)
 * - `unreachable`: no answer, or a temporary one; the same request can work later
 */
export type OAuthFailureKind = "rejected" | "refused" | "unreachable";

/** `message` is one sentence for people without secrets; `providerCode` is the provider's own error code. */
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
