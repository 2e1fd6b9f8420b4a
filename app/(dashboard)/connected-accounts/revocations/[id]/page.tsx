/** The report of one revocation. */
import type { Metadata } from "next";
import { RevocationReport } from "@/components/connected-accounts/revocation-report";

export const metadata: Metadata = { title: "Revocation" };

export default async function RevocationPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <div className="mx-auto max-w-[1280px]">
      <RevocationReport id={decodeURIComponent(id)} />
    </div>
  );
}
