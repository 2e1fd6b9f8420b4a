/** Assigns the API's errors of credentials to their fields. Pure. */
import { ClientError } from "@/lib/contract/client";

const PREFIX = /^(?:body\.)?(?:auth_config\.)?(?:credentials\.|proxy_config\.)?/;
const CREDENTIAL_ERROR = /^(?:credentials|proxy_config)\.(\w+):? (.+)$/s;

/**
 * Runs a call and rewrites its refusal so that `useForm` finds the fields: `auth_config.credentials.client_id: ...`
 * becomes `client_id: ...`, and a message that begins with a field's name becomes that field's.
 */
export async function withFieldErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ClientError ? toFieldErrors(error) : error;
  }
}

export function toFieldErrors(refusal: ClientError): ClientError {
  const [, field, sentence] = CREDENTIAL_ERROR.exec(refusal.message) ?? [];
  const messageErrors =
    field && sentence
      ? [
          `${field}: ${[`This ${sentence}`.replace(/^This (?=[A-Z\d])/, ""), refusal.detail.suggestedFix].filter(Boolean).join(" ")}`,
        ]
      : [];
  const errors = [...messageErrors, ...(refusal.detail.errors ?? []).map((line) => line.replace(PREFIX, ""))];
  return new ClientError(refusal.message, refusal.status, { ...refusal.detail, errors });
}
