/** One session. */
import type { Metadata } from "next";
import { SessionDetail } from "@/components/sessions/session-detail";

export const metadata: Metadata = { title: "Session" };

export default async function SessionPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <div className="mx-auto max-w-[1280px]">
      <SessionDetail id={decodeURIComponent(id)} />
    </div>
  );
}
