/** A notice that this is the demo, until the user closes it in this browser. */
"use client";
import { FlaskConical, X } from "lucide-react";
import { useState } from "react";
import { DEMO_BANNER_COOKIE, savePreference } from "@/components/parts/shell/preferences";
import { Button } from "@/components/ui/button";

export function DemoBanner() {
  const [closed, setClosed] = useState(false);
  const close = () => {
    savePreference(DEMO_BANNER_COOKIE, "closed");
    setClosed(true);
  };
  if (closed) return null;
  return (
    <section aria-label="Demo" className="flex items-start gap-2 border-b bg-surface px-4 py-2 text-sm md:px-8">
      <FlaskConical aria-hidden className="mt-1.5 size-4 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 py-1">
        <strong className="font-medium">This is the demo.</strong> The five auth configs named “(example)” use example
        apps on this machine. Everything else uses the internet.
      </p>
      <Button variant="ghost" size="icon" aria-label="Dismiss the demo notice" onClick={close}>
        <X aria-hidden />
      </Button>
    </section>
  );
}
