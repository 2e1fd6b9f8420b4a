/** One auth config. */
import type { Metadata } from "next";
import { AuthConfigDetail } from "@/components/auth-configs/auth-config-detail";

export const metadata: Metadata = { title: "Auth config" };

export default async function AuthConfigPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <div className="mx-auto max-w-[1280px]">
      <AuthConfigDetail id={decodeURIComponent(id)} />
    </div>
  );
}
