/** Says that this is the demo, and on the home page leads from a connection to its first call and the log. */
"use client";
import { FlaskConical } from "lucide-react";
import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/link";
import { DemoGuide } from "./demo-guide";

/** Shown by the frame while the session says `demo`. */
export function DemoBanner() {
  const home = usePathname() === "/";
  return (
    <section aria-label="Demo" className="border-b bg-surface px-4 py-3 md:px-8">
      <p className="flex items-start gap-2 text-sm">
        <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <span>
          <strong className="font-medium">This is the demo.</strong> GitHub, Google and Slack are example apps on this
          machine; nothing you do reaches the real ones.
          {home ? null : (
            <>
              {" "}
              <Link href="/" className="rounded-sm underline underline-offset-4">
                Take the tour
              </Link>
            </>
          )}
        </span>
      </p>
      {home ? <DemoGuide /> : null}
    </section>
  );
}
