/** The head of the connect page as people see it, while the name and the logo are being typed. */
"use client";
import { useState } from "react";

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

export function BrandPreview({ name, logoUrl, accent }: { name: string; logoUrl: string; accent: string }) {
  return (
    <figure className="rounded-lg border bg-surface p-4">
      <figcaption className="mb-3 text-xs text-muted">On the connect page</figcaption>
      <div className="flex items-center gap-3">
        {isWebAddress(logoUrl) ? <Picture key={logoUrl} src={logoUrl} /> : null}
        <span className="min-w-0 text-base font-medium break-words">{name || "Your project"}</span>
      </div>
      <p className="mt-2 text-sm break-words text-muted">
        {name || "Your project"} wants to use your GitHub account for you.
      </p>
      {/^#[0-9a-f]{6}$/i.test(accent) ? (
        <span aria-hidden className="mt-3 block h-9 rounded-md" style={{ background: accent }} />
      ) : null}
    </figure>
  );
}

/** `key` it by its address: what is known about one picture says nothing about the next. */
function Picture({ src }: { src: string }) {
  const [broken, setBroken] = useState(false);
  if (broken)
    return (
      <span role="status" className="text-xs text-danger">
        This image does not load.
      </span>
    );
  return (
    <img
      src={src}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      className="size-8 shrink-0 rounded-md object-contain"
    />
  );
}
