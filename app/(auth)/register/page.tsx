/** Accepting an invitation by its link. */
import type { Metadata } from "next";
import { AcceptInvitation } from "@/components/access/accept-invitation";

// The token is behind the # of the address, which browsers send nowhere; this header keeps the whole address private.
export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

export default function RegisterPage() {
  return <AcceptInvitation />;
}
