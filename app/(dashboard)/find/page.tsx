/** Which tools a request in plain words needs. */
import type { Metadata } from "next";
import { FindPage } from "@/components/find/find-page";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Find" };

export default function Page() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Find"
        description="Describe a task and see which tools fit, why, and in what order to call them."
      />
      <FindPage />
    </div>
  );
}
