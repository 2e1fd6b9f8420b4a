/** Whether a tool's app is connected, and the way to connect it. */
import { countOf } from "@/lib/contract/count-of";
import { CircleCheck, CircleDashed, Plug } from "lucide-react";
import { Link } from "@/components/ui/link";
import { connectHref, type FoundApp } from "./found";

/** @param user the user of the search; empty for any user */
export function Connection({ app, user }: { app: FoundApp | undefined; user: string }) {
  if (!app) return null;
  if (app.connection === "connected")
    return (
      <span
        className="inline-flex items-center gap-1 text-xs text-green"
        title={`${countOf(app.active_accounts, "active account")}${user ? ` of ${user}` : ""}`}
      >
        <CircleCheck aria-hidden className="size-3.5" /> Connected
      </span>
    );
  if (app.connection === "not_needed")
    return (
      <span className="inline-flex items-center gap-1 text-xs text-muted">
        <CircleDashed aria-hidden className="size-3.5" /> No account needed
      </span>
    );
  return (
    <Link
      href={connectHref(app.slug)}
      aria-label={`Connect ${app.name}`}
      title={user ? `${user} has no active ${app.name} account` : `No active ${app.name} account yet`}
      className="inline-flex items-center gap-1 rounded-sm text-xs underline underline-offset-4 hover:text-muted pointer-coarse:py-2"
    >
      <Plug aria-hidden className="size-3.5" /> Connect
    </Link>
  );
}
