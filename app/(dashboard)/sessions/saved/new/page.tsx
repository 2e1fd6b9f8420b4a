/** Saving access rules. */
import type { Metadata } from "next";
import { PageHeader } from "@/components/parts/shell/page-header";
import { NewSavedRules } from "@/components/sessions/saved/saved-forms";

export const metadata: Metadata = { title: "Create saved rules" };

export default function NewSavedRulesPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Create saved rules"
        description="Define what agents can use. Sessions refer to these rules by ID."
      />
      <NewSavedRules />
    </div>
  );
}
