/** One receiver of events. */
import type { Metadata } from "next";
import { ReceiverDetail } from "@/components/webhooks/receiver-detail";

export const metadata: Metadata = { title: "Webhook endpoint" };

export default async function ReceiverPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <div className="mx-auto max-w-[1280px]">
      <ReceiverDetail id={decodeURIComponent((await params).id)} />
    </div>
  );
}
