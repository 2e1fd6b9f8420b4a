/** The policies of the project. */
import type { Metadata } from "next";
import { Policies } from "@/components/policies/policies";

export const metadata: Metadata = { title: "Policies" };

export default function PoliciesPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <Policies />
    </div>
  );
}
