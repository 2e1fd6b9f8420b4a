/** Calls that wait until somebody allows them. */
import type { Metadata } from "next";
import { Approvals } from "@/components/approvals/approvals";
import { PageHeader } from "@/components/parts/page-header";

export const metadata: Metadata = { title: "Approvals" };

export default function ApprovalsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Approvals"
        description="Calls of agents that wait until somebody allows them. Nothing is sent to an app before that."
      />
      <Approvals />
    </div>
  );
}
