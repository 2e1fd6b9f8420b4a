/** What the project listens to at providers. */
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { PageHeader } from "@/components/parts/shell/page-header";
import { TriggerTotal } from "@/components/triggers/trigger-list";
import { Triggers } from "@/components/triggers/triggers";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

export const metadata: Metadata = { title: "Triggers" };

export default function TriggersPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Triggers"
        total={<TriggerTotal />}
        description="Triggers notify your app of events in a connected account."
      >
        <Button asChild>
          <Link href="/triggers/new">
            <Plus aria-hidden /> Create trigger
          </Link>
        </Button>
      </PageHeader>
      <Triggers />
    </div>
  );
}
