/** The content of a menu: sections of items. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type MenuItem = {
  key: string;
  label: string;
  Icon?: LucideIcon;
  /** Makes the item a switch, which leaves the menu open. */
  checked?: boolean;
  onSelect?: () => void;
};

export type MenuSection = {
  key: string;
  label?: ReactNode;
  /** Makes the items radio items; their keys are the values. */
  choice?: { value: string; onChange: (value: string) => void };
  items: readonly MenuItem[];
};
