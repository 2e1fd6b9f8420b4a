/** A sentence that must not be missed, inside the page. */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

const TONES = {
  info: { look: "bg-blue-tint text-blue", Icon: Info },
  success: { look: "bg-green-tint text-green", Icon: CircleCheck },
  warning: { look: "bg-amber-tint text-amber", Icon: TriangleAlert },
  error: { look: "bg-red-tint text-red", Icon: CircleAlert },
} as const;

type AlertProps = { tone: keyof typeof TONES; title?: ReactNode; children?: ReactNode; className?: string };

/** An error is announced at once (`role="alert"`), other alerts when the screen reader pauses. */
export function Alert({ tone, title, children, className }: AlertProps) {
  const { look, Icon } = TONES[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cn("flex gap-2 rounded-lg px-3 py-2 text-sm", look, className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 space-y-1">
        {title ? <p className="font-medium">{title}</p> : null}
        {children ? <div className="text-ink">{children}</div> : null}
      </div>
    </div>
  );
}
