/** Signing in with email and password through next-auth. */
import { signIn } from "next-auth/react";
import { ClientError } from "@/lib/contract/client";

/** Whether a sign-in is complete, or waits for a code. */
export type FirstStep = "signed in" | "second step";

const asksForCode = (url: string | null): boolean =>
  url !== null && URL.canParse(url) && new URL(url).searchParams.get("step") === "code";

/** @throws ClientError with the reason, ready to show */
export async function signInWithPassword(email: string, password: string): Promise<FirstStep> {
  const answer = await signIn("credentials", { email, password, redirect: false }).catch(() => undefined);
  if (answer?.ok && !answer.error) return asksForCode(answer.url) ? "second step" : "signed in";
  if (answer?.error === "CredentialsSignin") {
    throw new ClientError("Wrong email or password.", 401, {
      suggestedFix: "Check both and try again.",
    });
  }
  // a refusal with a reason of its own, such as too many tries: next-auth hands its sentence through
  if (answer?.status === 401 && answer.error) throw new ClientError(answer.error, 401);
  throw new ClientError("Couldn’t check the password.", answer?.status ?? 0, {
    suggestedFix: "Check that Patchbay is running, then try again.",
  });
}

/** Whether a new account is signed in; another failure than that of the account is left to the sign-in page. */
export const isSignedIn = (email: string, password: string): Promise<boolean> =>
  signInWithPassword(email, password).then(
    (step) => step === "signed in",
    () => false,
  );
