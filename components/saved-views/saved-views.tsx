/** The member's saved views above a list: each a link to its filters, with a menu of what can be done with it. */
"use client";
import { Ellipsis, Link2, Pencil, Replace, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { copyText } from "@/components/parts/display/copy-text";
import { useToast } from "@/components/parts/shell/toast";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import { useDeleteView, useReplaceFilters, useViews } from "./use-views";
import { isSame, toFilters, viewHref, type Filters, type SavedView, type ViewPage } from "./view-words";

const NameWindow = dynamic(() => import("./name-window").then(({ NameWindow }) => NameWindow), { ssr: false });

/** `names`: the filters of the page. Renders nothing while there is no view. */
export function SavedViews({ page, names }: { page: ViewPage; names: readonly string[] }) {
  const present = toFilters(useSearchParams(), names);
  const views = useViews(page).data?.items ?? [];
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  if (views.length === 0) return null;
  return (
    <nav aria-label="Saved views" className="mb-3">
      <ul className="flex flex-wrap items-center gap-1.5">
        <li aria-hidden className="mr-1 text-xs text-muted">
          Saved views
        </li>
        {views.map((view) => (
          <View key={view.id} view={view} present={present} onRename={() => setRenamed(view)} />
        ))}
      </ul>
      {renamed ? <NameWindow subject={{ view: renamed }} onClose={() => setRenamed(null)} /> : null}
    </nav>
  );
}

type ViewProps = { view: SavedView; present: Filters; onRename: () => void };

function View({ view, present, onRename }: ViewProps) {
  const { page, name, filters } = view;
  const here = isSame(page, filters, present);
  return (
    <li
      className={cn(
        "flex h-7 max-w-full min-w-0 items-center rounded-full border pr-0.5 text-xs pointer-coarse:h-9",
        here && "border-edge bg-hover font-medium",
      )}
    >
      <Link
        href={viewHref(page, filters)}
        scroll={false}
        aria-current={here ? "true" : undefined}
        title={name}
        className="min-w-0 truncate rounded-full py-1 pr-1 pl-3 hover:underline"
      >
        {name}
      </Link>
      <ViewMenu view={view} present={here ? {} : present} onRename={onRename} />
    </li>
  );
}

function ViewMenu({ view, present, onRename }: ViewProps) {
  const toast = useToast();
  const remove = useDeleteView();
  const replace = useReplaceFilters();
  const copyLink = async () => {
    const done = await copyText(window.location.origin + viewHref(view.page, view.filters));
    toast(done ? "Link copied" : "Couldn’t copy the link. Open the view and copy its URL.", {
      tone: done ? "done" : "error",
    });
  };
  const canReplace = Object.keys(present).length > 0;
  const items = [
    { key: "rename", label: "Rename…", Icon: Pencil, onSelect: onRename },
    { key: "copy", label: "Copy link", Icon: Link2, onSelect: () => void copyLink() },
    ...(canReplace
      ? [
          {
            key: "replace",
            label: "Use current filters",
            Icon: Replace,
            onSelect: () => void replace(view, present),
          },
        ]
      : []),
    { key: "delete", label: "Delete", Icon: Trash2, onSelect: () => void remove(view) },
  ];
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Change the view ${view.name}`}
          className={cn(
            "flex size-6 shrink-0 items-center justify-center rounded-full text-muted",
            "hover:bg-hover hover:text-ink pointer-coarse:size-8",
          )}
        >
          <Ellipsis aria-hidden className="size-3.5" />
        </button>
      }
      sections={[{ key: "view", items }]}
    />
  );
}
