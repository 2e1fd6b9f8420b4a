/** Accepting an invitation by its link. */
import type { Metadata } from "next";
import { AcceptInvitation } from "@/components/access/accept-invitation";

// The token stands behind the # of the address, which browsers send nowhere; the page says so of the whole address.
export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

export default function RegisterPage() {
  return <AcceptInvitation />;
}
