/** One end user. */
import type { Metadata } from "next";
import { UserDetail } from "@/components/users/user-detail";

export const metadata: Metadata = { title: "User" };

export default async function UserPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <div className="mx-auto max-w-[1280px]">
      <UserDetail id={decodeURIComponent(id)} />
    </div>
  );
}
