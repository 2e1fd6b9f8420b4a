/** The connect page as people see it, while the name and the logo are being typed. */
"use client";
import { useState } from "react";
import { readableOn } from "@/lib/contract/readable-on";

/** The button of a project that chose no color, where the page is light. */
const USUAL = "#1d4ed8";

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

export function BrandPreview({ name, logoUrl, accent }: { name: string; logoUrl: string; accent: string }) {
  const displayName = name || "Your project";
  const color = /^#[0-9a-f]{6}$/i.test(accent) ? accent : USUAL;
  return (
    <figure className="rounded-lg border bg-surface p-4">
      <figcaption className="mb-3 text-xs text-muted">On the connect page</figcaption>
      <div className="flex items-center gap-3">
        {isWebAddress(logoUrl) ? <Picture key={logoUrl} src={logoUrl} /> : null}
        <span className="min-w-0 text-base font-medium break-words">{displayName}</span>
      </div>
      <p className="mt-3 text-base font-semibold">Connect GitHub</p>
      <p className="mt-1 text-sm break-words text-muted">
        {displayName} wants to access your GitHub account. You’ll sign in at github.com and choose what to allow.
      </p>
      <span
        className="mt-3 flex min-h-10 items-center justify-center rounded-md px-3 text-sm font-semibold"
        style={{ background: color, color: readableOn(color) }}
      >
        Continue to GitHub
      </span>
      <p className="mt-2 text-center text-sm text-muted">Cancel</p>
      <p className="mt-3 text-xs break-words text-muted">
        Only continue if you came here from {displayName}. You can disconnect at any time in {displayName}.
      </p>
    </figure>
  );
}

/** Needs a `key` with its address: the state of one picture does not apply to the next. */
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
