/** A new toolkit of the project's own. */
import type { Metadata } from "next";
import { NewToolkit } from "@/components/own-toolkits/new-toolkit";

export const metadata: Metadata = { title: "Add your own toolkit" };

export default function NewToolkitPage() {
  return (
    <div className="mx-auto max-w-[1440px]">
      <NewToolkit />
    </div>
  );
}
