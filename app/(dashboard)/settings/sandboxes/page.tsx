/** The sandboxes in which code of sessions runs. */
import type { Metadata } from "next";
import { Sandboxes } from "@/components/notebook/sandboxes";

export const metadata: Metadata = { title: "Sandboxes" };

export default function SandboxesPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <Sandboxes />
    </div>
  );
}
