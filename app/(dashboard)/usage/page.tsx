/** Calls, failures and durations over time, and whose they were. */
import type { Metadata } from "next";
import { PageHeader } from "@/components/parts/shell/page-header";
import { Usage } from "@/components/usage/usage";

export const metadata: Metadata = { title: "Usage" };

export default function UsagePage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Usage"
        description="Calls, failures and durations by toolkit, tool, user, API key and session."
      />
      <Usage />
    </div>
  );
}
