/** Two executions of one tool, side by side. */
import type { Metadata } from "next";
import { CompareLogs } from "@/components/logs/compare-logs";
import { PageHeader } from "@/components/parts/page-header";

export const metadata: Metadata = { title: "Compare runs" };

export default function CompareLogsPage() {
  return (
    <>
      <PageHeader
        title="Compare runs"
        description="What two runs of one tool were given, what came back, and where the time went."
      />
      <CompareLogs />
    </>
  );
}
