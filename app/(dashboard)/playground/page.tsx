/** Any tool, tried by hand. */
import type { Metadata } from "next";
import { Playground } from "@/components/execution/playground";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Playground" };

export default function PlaygroundPage() {
  return (
    <>
      <PageHeader
        title="Playground"
        description="Run a tool as your agent would, for any user, and copy the call as code."
      />
      <Playground />
    </>
  );
}
