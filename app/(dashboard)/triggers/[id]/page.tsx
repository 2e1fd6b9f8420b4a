/** One trigger. */
import type { Metadata } from "next";
import { TriggerDetail } from "@/components/triggers/trigger-detail";

export const metadata: Metadata = { title: "Trigger" };

export default async function TriggerPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <div className="mx-auto max-w-[1280px]">
      <TriggerDetail id={decodeURIComponent((await params).id)} />
    </div>
  );
}
