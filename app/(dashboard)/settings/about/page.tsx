/** What runs here: version, health, licenses and documents. */
import type { Metadata } from "next";
import { About } from "@/components/about/about";
import { PageHeader } from "@/components/parts/page-header";

export const metadata: Metadata = { title: "About" };

export default function AboutPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="About"
        description="What runs here: its version, its health, its licenses and its documents."
      />
      <About />
    </div>
  );
}
