/** The picture of a recent entry: the logo of its toolkit, or what kind of thing it is. */
import { BookOpen, FileText, LayoutGrid, Plus, UserRound, Wrench, Cable, type LucideIcon } from "lucide-react";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import type { RecentKind } from "./recent";

const ICONS: Readonly<Record<RecentKind, LucideIcon>> = {
  page: FileText,
  action: Plus,
  toolkit: LayoutGrid,
  tool: Wrench,
  user: UserRound,
  account: Cable,
  guide: BookOpen,
};

export function RecentIcon({ kind, toolkit }: { kind: RecentKind; toolkit: string | undefined }) {
  const Icon = ICONS[kind];
  return toolkit ? <ToolkitLogo slug={toolkit} /> : <Icon aria-hidden />;
}
