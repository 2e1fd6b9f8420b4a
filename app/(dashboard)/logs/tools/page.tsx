/** Every execution of a tool in the project. */
import type { Metadata } from "next";
import { LogTotal } from "@/components/logs/log-total";
import { ToolLogs } from "@/components/logs/tool-logs";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Tool logs" };

export default function ToolLogsPage() {
  return (
    <>
      <PageHeader
        title="Tool logs"
        total={<LogTotal />}
        description="Every tool call your agents made. Secrets are redacted."
      />
      <ToolLogs />
    </>
  );
}
