/** Calls that wait until somebody allows them. */
import type { Metadata } from "next";
import { Approvals } from "@/components/approvals/approvals";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Approvals" };

export default function ApprovalsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Approvals" description="Calls waiting for approval. Nothing runs until someone approves." />
      <Approvals />
    </div>
  );
}
