/** A stored secret of an account stays with the servers it was given for. Pure. */
import { isMasked, isSecretValue } from "@/lib/auth-configs/mask-secret";
import { movedAddress, type MovedAddress } from "@/lib/auth-configs/assert-secrets-stay";
import { ApiError } from "@/lib/kernel/errors";
import type { AccountValues } from "../account-values";
import type { ConnectionContext } from "./connection-context";
import { readConnectionValues } from "./connection-values";

type Context = Pick<ConnectionContext, "scheme" | "toolkit" | "given">;

/** `sent`: the values that the caller or the person sends; a secret that comes back masked is not sent again. */
export type AccountMove = { stored: AccountValues; after: AccountValues; sent: Readonly<Record<string, unknown>> };

type KeptSecrets = { names: string[]; moved: MovedAddress | undefined };

/** The secrets that nobody sends again although a change takes them to another server, and where it takes them. */
function keptSecrets(
  { scheme, toolkit, given: sharedValues }: Context,
  { stored: storedValues, after, sent: sentValues }: AccountMove,
): KeptSecrets {
  const [before, present] = [storedValues, after].map((accountValues) => ({
    credentials: accountValues,
    shared: sharedValues,
  }));
  const moved = before && present && movedAddress(scheme, toolkit, before, present);
  if (!moved) return { names: [], moved };
  // As it is read: quotes, blanks and a scheme's name around a mask are no other secret.
  const again = readConnectionValues(scheme, sentValues);
  const isAgain = (name: string) => Object.hasOwn(again, name) && !isMasked(again[name] ?? "");
  const isKept = (name: string) => isSecretValue(name, scheme) && Object.hasOwn(after, name) && !isAgain(name);
  return { names: Object.keys(storedValues).filter(isKept), moved };
}

/**
 * Checks that a change of an account does not move its secrets: if an address of the account changes its origin, each
 * secret must be sent again. Every value counts that is part of an address: a subdomain, a domain or a region moves the
 * server as a URL does.
 * @throws ApiError BadRequest that names the secrets and the address
 */
export function assertSecretsNotMoved(context: Context, move: AccountMove): void {
  const { names, moved } = keptSecrets(context, move);
  if (names.length === 0 || !moved) return;
  const sentence = `The stored value was given for ${moved.from}, and ${moved.name} would take it to ${moved.to}.`;
  const errors = names.map((name) => `connection.state.val.${name}: ${sentence}`);
  throw new ApiError("BadRequest", errors[0] ?? sentence, {
    errors,
    suggestedFix: "Send every secret named in errors again together with the new URL.",
  });
}

/** The values after a change, without the secrets that it would take to another server. */
export function withoutMoved(context: Context, move: AccountMove): Record<string, string> {
  const { names } = keptSecrets(context, move);
  return Object.fromEntries(Object.entries(move.after).filter(([name]) => !names.includes(name)));
}
