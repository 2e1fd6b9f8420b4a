/** The backups of this server. */
import type { Metadata } from "next";
import { Backups } from "@/components/backups/backups";

export const metadata: Metadata = { title: "Backups" };

export default function BackupsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <Backups />
    </div>
  );
}
