/** The first visit: makes the owner's account with the link that the start command prints. */
import type { Metadata } from "next";
import { headers } from "next/headers";
import { SetupForm } from "@/components/access/setup-form";
import { PageHeader } from "@/components/parts/shell/page-header";
import { isDemo } from "@/lib/contract/demo-header";

// the token in the address must not travel to another site
export const metadata: Metadata = { title: "Set up", referrer: "no-referrer" };

export default async function SetupPage() {
  return (
    <>
      <PageHeader title="Set up Patchbay" />
      <SetupForm demo={isDemo(await headers())} />
    </>
  );
}
