/**
 * What a sign-in by an organization's provider must not do: whoever runs the provider could act as the person, so it
 * opens that organization, and changes nothing of the account with which the person reaches others.
 */
import type { Operation } from "@/lib/contract/operation";
import { ApiError } from "@/lib/kernel/errors";
import type { Caller, SignInCaller, UserCaller } from "../caller";

const confined = () =>
  new ApiError("Forbidden", "You signed in by your organization’s provider, which doesn’t open your whole account.", {
    suggestedFix: "Sign in with your own password or passkey for this.",
    headers: { "x-should-retry": "false" },
  });

/** The only organization that a person's sign-in opens; undefined if it opens all of theirs. */
export const confinementOf = (caller: UserCaller): string | undefined =>
  "sessionId" in caller ? caller.confinedTo : undefined;

/**
 * @throws ApiError Forbidden for an operation on a person's account, or on the server, in a sign-in by an
 *   organization's provider
 */
export function assertOpenToConfined(op: Pick<Operation, "forConfined">, caller: Caller): void {
  const isConfined =
    caller.kind === "user"
      ? confinementOf(caller) !== undefined
      : caller.kind === "project" && caller.by.kind === "session" && caller.by.confined === true;
  if (isConfined && !op.forConfined) throw confined();
}

/** @throws ApiError Forbidden for a sign-in by an organization's provider, of what would reach further than it */
export function assertWholeSignIn({ by }: SignInCaller): void {
  if (by.confined) throw confined();
}
