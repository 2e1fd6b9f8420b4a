/** The audit trail of the organization. */
import type { Metadata } from "next";
import { AuditTrail } from "@/components/audit/audit-trail";

export const metadata: Metadata = { title: "Audit" };

export default function AuditPage() {
  return <AuditTrail />;
}
