/** The state of the setup, and the latest events. */
import type { Metadata } from "next";
import { headers } from "next/headers";
import { Overview } from "@/components/home/overview";
import { PageHeader } from "@/components/parts/shell/page-header";
import { isDemo } from "@/lib/contract/demo-header";

export const metadata: Metadata = { title: "Home" };

export default async function HomePage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Home" description="Setup, issues and recent activity" />
      <Overview demo={isDemo(await headers())} />
    </div>
  );
}
