/** Signing in with email and password through next-auth. */
import { signIn } from "next-auth/react";
import { ClientError } from "@/lib/contract/client";

/** Null when the session cookie is set; otherwise the reason, ready to show. */
export async function signInWithPassword(email: string, password: string): Promise<ClientError | null> {
  const answer = await signIn("credentials", { email, password, redirect: false }).catch(() => undefined);
  if (answer?.ok && !answer.error) return null;
  if (answer?.error === "CredentialsSignin") {
    return new ClientError("Wrong email or password.", 401, {
      suggestedFix: "Check both and try again.",
    });
  }
  // a refusal with a reason of its own, such as too many tries: next-auth hands its sentence through
  if (answer?.status === 401 && answer.error) return new ClientError(answer.error, 401);
  return new ClientError("Couldn’t check the password.", answer?.status ?? 0, {
    suggestedFix: "Check that Patchbay is running, then try again.",
  });
}
