/** Shows and hides the columns of a list. */
"use client";
import { Columns3, RotateCcw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import type { ChosenColumns } from "./use-columns";

type ColumnsButtonProps = Pick<ChosenColumns<never>, "switches" | "reset"> & { className?: string };

/** A narrow list shows only its first columns, whatever was chosen. */
export const ColumnsButton = ({ switches, reset, className }: ColumnsButtonProps) => (
  <Menu
    trigger={
      <Button variant="outline" size="icon" aria-label="Columns" title="Choose columns" className={className}>
        <Columns3 aria-hidden />
      </Button>
    }
    sections={[
      {
        key: "columns",
        label: "Columns",
        items: switches.map(({ heading, isShown, toggle }) => ({
          key: heading,
          label: heading,
          checked: isShown,
          onSelect: toggle,
        })),
      },
      ...(reset
        ? [{ key: "reset", items: [{ key: "reset", label: "Reset columns", Icon: RotateCcw, onSelect: reset }] }]
        : []),
    ]}
  />
);
