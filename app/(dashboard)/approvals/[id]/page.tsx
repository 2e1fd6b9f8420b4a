/** One call that waits, or waited, until somebody allows it. */
import type { Metadata } from "next";
import { ApprovalDetail } from "@/components/approvals/approval-detail";

export const metadata: Metadata = { title: "Approval" };

export default async function ApprovalPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <div className="mx-auto max-w-[1280px]">
      <ApprovalDetail id={decodeURIComponent(id)} />
    </div>
  );
}
