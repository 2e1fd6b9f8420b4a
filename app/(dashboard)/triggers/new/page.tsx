/** Setting up a trigger. */
import type { Metadata } from "next";
import { PageHeader } from "@/components/parts/shell/page-header";
import { NewTrigger } from "@/components/triggers/new-trigger";

export const metadata: Metadata = { title: "Create trigger" };

export default function NewTriggerPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Create trigger" description="Choose an event and the account it comes from." />
      <NewTrigger />
    </div>
  );
}
