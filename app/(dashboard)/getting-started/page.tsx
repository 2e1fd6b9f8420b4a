/** The first steps, also after all of them are done. */
import type { Metadata } from "next";
import { headers } from "next/headers";
import { FirstSteps } from "@/components/home/first-steps";
import { PageHeader } from "@/components/parts/shell/page-header";
import { isDemo } from "@/lib/contract/demo-header";

export const metadata: Metadata = { title: "Getting started" };

export default async function Page() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Getting started"
        description="From the first call of a tool to an agent that acts for a user."
      />
      <FirstSteps demo={isDemo(await headers())} />
    </div>
  );
}
