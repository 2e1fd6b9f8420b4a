/** Two executions of one tool, side by side. */
import type { Metadata } from "next";
import { CompareLogs } from "@/components/logs/compare-logs";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Compare runs" };

export default function CompareLogsPage() {
  return (
    <>
      <PageHeader title="Compare runs" description="Compare arguments, responses and timings of two runs of a tool." />
      <CompareLogs />
    </>
  );
}
