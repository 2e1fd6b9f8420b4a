/** The people of the organization. */
import type { Metadata } from "next";
import { Members } from "@/components/members/members";

export const metadata: Metadata = { title: "Members" };

export default function MembersPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <Members />
    </div>
  );
}
