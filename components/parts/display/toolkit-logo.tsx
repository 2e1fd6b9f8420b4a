/** A toolkit's logo, or its first letter if it has no logo or the picture does not load. */
"use client";
import { useState } from "react";
import { cn } from "@/components/ui/cn";

/** `src` only for a toolkit that lives outside this server's catalog. */
type ToolkitLogoProps = { slug: string; src?: string; className?: string };

export function ToolkitLogo({ slug, src = `/logos/${encodeURIComponent(slug)}`, className }: ToolkitLogoProps) {
  const [broken, setBroken] = useState(false);
  const box = cn(
    "inline-flex size-5 shrink-0 items-center justify-center rounded-md border bg-surface text-xs font-medium text-muted uppercase",
    className,
  );
  if (slug === "" || broken)
    return (
      <span aria-hidden className={box}>
        {slug.charAt(0)}
      </span>
    );
  return (
    <img src={src} alt="" loading="lazy" onError={() => setBroken(true)} className={cn(box, "object-contain p-0.5")} />
  );
}
