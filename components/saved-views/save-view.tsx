/** Saves the current filters under a name; hidden if a view already has the same filters. */
"use client";
import { BookmarkPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useViews } from "./use-views";
import { isSame, toFilters, toName, type ViewPage } from "./view-words";

const NameWindow = dynamic(() => import("./name-window").then(({ NameWindow }) => NameWindow), { ssr: false });

type SaveViewProps = {
  page: ViewPage;
  /** The filters of the page. */
  names: readonly string[];
  /** The initial name. */
  suggestion: readonly { value: string }[];
};

export function SaveView({ page, names, suggestion }: SaveViewProps) {
  const search = useSearchParams();
  const [isDialogOpen, setAsking] = useState(false);
  const views = useViews(page).data?.items;
  const filters = toFilters(search, names);
  if (!views || (!isDialogOpen && views.some((view) => isSame(page, view.filters, filters)))) return null;
  return (
    <>
      <Button
        variant="ghost"
        className="h-7 text-xs pointer-coarse:h-9"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        <BookmarkPlus aria-hidden /> Save view
      </Button>
      {isDialogOpen ? (
        <NameWindow
          subject={{ page, filters, suggestion: toName(suggestion, filters.search) }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
