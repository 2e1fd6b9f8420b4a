/** The content of a menu: sections of items. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type MenuSection = {
  key: string;
  label?: ReactNode;
  /** Makes the items radio items; their keys are the values. */
  choice?: { value: string; onChange: (value: string) => void };
  items: readonly { key: string; label: string; Icon?: LucideIcon; onSelect?: () => void }[];
};
