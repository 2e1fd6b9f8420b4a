/** The running server: version, health, licenses and documents. */
import type { Metadata } from "next";
import { About } from "@/components/about/about";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "About" };

export default function AboutPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="About" description="Version, health, licenses and documentation." />
      <About />
    </div>
  );
}
