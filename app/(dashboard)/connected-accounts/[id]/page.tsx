/** One connected account. */
import type { Metadata } from "next";
import { AccountDetail } from "@/components/connected-accounts/account-detail";

export const metadata: Metadata = { title: "Connected account" };

export default async function ConnectedAccountPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <div className="mx-auto max-w-[1280px]">
      <AccountDetail id={decodeURIComponent(id)} />
    </div>
  );
}
