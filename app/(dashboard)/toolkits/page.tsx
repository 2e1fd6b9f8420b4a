/** The catalog of toolkits. */
import type { Metadata } from "next";
import { Toolkits } from "@/components/catalog/toolkits";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Toolkits" };

export default function ToolkitsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Toolkits"
        description="The apps your agents can use. Open one to see its tools and how people sign in to it."
      />
      <Toolkits />
    </div>
  );
}
