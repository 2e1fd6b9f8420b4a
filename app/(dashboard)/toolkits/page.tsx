/** The catalog of toolkits. */
import { Plus, Wrench } from "lucide-react";
import type { Metadata } from "next";
import { Toolkits } from "@/components/catalog/toolkits";
import { BelowOwnToolkits } from "@/components/own-toolkits/own-toolkit-cards";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Toolkits" };

export default function ToolkitsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Toolkits" description="Apps your agents can use.">
        <Button asChild variant="outline">
          <Link href="/tools/changed">
            <Wrench aria-hidden /> Changed tools
          </Link>
        </Button>
        <Button asChild>
          <Link href="/toolkits/new">
            <Plus aria-hidden /> Add your own
          </Link>
        </Button>
      </PageHeader>
      <BelowOwnToolkits>
        <Toolkits />
      </BelowOwnToolkits>
    </div>
  );
}
