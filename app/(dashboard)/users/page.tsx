/** Whoever has connected an account. */
import type { Metadata } from "next";
import { PageHeader } from "@/components/parts/shell/page-header";
import { Users, UserTotal } from "@/components/users/users";

export const metadata: Metadata = { title: "Users" };

export default function UsersPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Users" total={<UserTotal />} description="Your end users, by your app’s IDs." />
      <Users />
    </div>
  );
}
