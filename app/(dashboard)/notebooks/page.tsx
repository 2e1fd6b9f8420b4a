/** Notebooks: code that works with tools, kept and run in a sandbox. */
import type { Metadata } from "next";
import { headers } from "next/headers";
import { Notebooks } from "@/components/notebook/notebooks";
import { isDemo } from "@/lib/contract/demo-header";

export const metadata: Metadata = { title: "Notebooks" };

export default async function NotebooksPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <Notebooks demo={isDemo(await headers())} />
    </div>
  );
}
