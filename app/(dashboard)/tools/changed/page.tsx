/** The tools that the project has changed. */
import type { Metadata } from "next";
import { PageHeader } from "@/components/parts/shell/page-header";
import { ChangedTools } from "@/components/tool-overrides/changed-tools";

export const metadata: Metadata = { title: "Changed tools" };

export default function ChangedToolsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Changed tools" description="Tools that this project describes differently or hides." />
      <ChangedTools />
    </div>
  );
}
