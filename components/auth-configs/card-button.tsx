/** A choice that fills a card. */
import type { ReactNode } from "react";

export const CardButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onClick}
    className="flex w-full items-center gap-3 rounded-lg border bg-page p-3 text-left transition-colors duration-120 hover:bg-hover"
  >
    {children}
  </button>
);
