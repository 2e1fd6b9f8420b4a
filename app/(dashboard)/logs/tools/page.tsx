/** Every execution of a tool in the project. */
import type { Metadata } from "next";
import { ToolLogs } from "@/components/logs/tool-logs";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Tool logs" };

export default function ToolLogsPage() {
  return (
    <>
      <PageHeader
        title="Tool logs"
        description="What your agents called, for whom, and what came back. Secrets are redacted before a log is written."
      />
      <ToolLogs />
    </>
  );
}
