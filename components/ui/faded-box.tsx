/** A box whose wide content scrolls sideways: it fades out at the edges that hide something. */
"use client";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { FADES_WITH_SCROLLBAR, watchEdges } from "./watch-edges";

type BoxProps = { as?: "div" | "pre"; "aria-label": string; className?: string; children: ReactNode };

/** It can have the focus, so that keys scroll it. */
export const FadedBox = ({ as: Tag = "div", "aria-label": label, className, children }: BoxProps) => (
  <Tag
    ref={watchEdges}
    tabIndex={0}
    role="group"
    aria-label={label}
    className={cn("overflow-x-auto", FADES_WITH_SCROLLBAR, className)}
  >
    {children}
  </Tag>
);
