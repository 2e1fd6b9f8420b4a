/** Your own account. */
import type { Metadata } from "next";
import { ProfileSettings } from "@/components/access/profile-settings";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Profile" };

export default function ProfilePage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Profile" description="Your account on this server, in every project." />
      <ProfileSettings />
    </div>
  );
}
