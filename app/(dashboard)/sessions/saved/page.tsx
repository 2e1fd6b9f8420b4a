/** Access rules with a name. */
import type { Metadata } from "next";
import { PageHeader } from "@/components/parts/shell/page-header";
import { SavedConfigs } from "@/components/sessions/saved/saved-configs";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

export const metadata: Metadata = { title: "Saved rules" };

export default function SavedRulesPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Saved rules" description="Reusable access rules for sessions.">
        <Button asChild>
          <Link href="/sessions/saved/new">Create saved rules</Link>
        </Button>
      </PageHeader>
      <SavedConfigs />
    </div>
  );
}
