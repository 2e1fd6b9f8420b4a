/** What an agent does in a session, step by step. */
import type { Metadata } from "next";
import { Console } from "@/components/console/console";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Console" };

export default function Page() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Console"
        description="Run a task the way an agent would. Go step by step, or let a language model do it."
      />
      <Console />
    </div>
  );
}
