/** Saving access rules. */
import type { Metadata } from "next";
import { PageHeader } from "@/components/parts/page-header";
import { NewSavedRules } from "@/components/sessions/saved-forms";

export const metadata: Metadata = { title: "Save rules" };

export default function NewSavedRulesPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Save rules"
        description="Set what agents may use, once; sessions refer to these rules by their ID."
      />
      <NewSavedRules />
    </div>
  );
}
