/** Names that stood for others, and for which. */
import { ArrowRight } from "lucide-react";

export const MovedNames = ({ moved }: { moved: readonly { from: string; to: string }[] }) => (
  <ul className="space-y-0.5">
    {moved.map(({ from, to }) => (
      <li key={from} className="flex flex-wrap items-center gap-x-1.5 font-mono text-xs">
        <span className="wrap-anywhere">{from}</span>
        <ArrowRight aria-label="goes to" className="size-3 shrink-0" />
        <span className="wrap-anywhere">{to}</span>
      </li>
    ))}
  </ul>
);
