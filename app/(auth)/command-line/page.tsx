/** The confirmation of a command line's sign-in. */
import type { Metadata } from "next";
import { ConfirmCommandLine } from "@/components/access/command-line/confirm-command-line";

// The address contains the ID of the sign-in: no other page gets it.
export const metadata: Metadata = { title: "Sign in a command line", referrer: "no-referrer" };

export default function CommandLinePage() {
  return <ConfirmCommandLine />;
}
