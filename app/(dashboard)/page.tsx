/** The state of the setup, and the latest events. */
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { Overview } from "@/components/home/overview";
import { PageHeader } from "@/components/parts/shell/page-header";
import { isDemo } from "@/lib/contract/demo-header";

export const metadata: Metadata = { title: "Home" };

type HomeProps = { searchParams: Promise<{ cliKey?: string | string[] }> };

export default async function HomePage({ searchParams }: HomeProps) {
  const { cliKey } = await searchParams;
  // Command lines know this address only.
  if (typeof cliKey === "string" && cliKey) redirect(`/command-line?${new URLSearchParams({ cliKey })}`);
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Home" description="Setup, issues and recent activity." />
      <Overview demo={isDemo(await headers())} />
    </div>
  );
}
