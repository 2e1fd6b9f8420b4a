/** Making a session. */
import type { Metadata } from "next";
import { PageHeader } from "@/components/parts/shell/page-header";
import { NewSession } from "@/components/sessions/new-session-form";

export const metadata: Metadata = { title: "Create session" };

export default function NewSessionPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Create session" description="Choose a user and what the agent can do." />
      <NewSession />
    </div>
  );
}
