/** Revocations, with their results. */
import type { Metadata } from "next";
import { Revocations } from "@/components/connected-accounts/revocations";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Revocations" };

export default function RevocationsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Revocations" description="One report per revocation, with each provider’s response." />
      <Revocations />
    </div>
  );
}
