/** One set of saved rules. */
import type { Metadata } from "next";
import { SavedRulesDetail } from "@/components/sessions/saved/saved-forms";

export const metadata: Metadata = { title: "Saved rules" };

export default async function SavedRulesPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <div className="mx-auto max-w-[1280px]">
      <SavedRulesDetail id={decodeURIComponent(id)} />
    </div>
  );
}
