/** The OAuth apps for every project of this server. */
import type { Metadata } from "next";
import { ManagedApps } from "@/components/auth-configs/managed-apps";

export const metadata: Metadata = { title: "Managed apps" };

export default function ManagedAppsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <ManagedApps />
    </div>
  );
}
