/** Any tool, tried by hand. */
import type { Metadata } from "next";
import { Playground } from "@/components/execution/playground";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Playground" };

export default function PlaygroundPage() {
  return (
    <>
      <PageHeader title="Playground" description="Run any tool as a user and copy the code." />
      <Playground />
    </>
  );
}
