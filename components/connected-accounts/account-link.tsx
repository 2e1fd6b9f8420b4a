/** A link to an account by its name, as far as it is known, with the ID on hover. */
"use client";
import { CopyButton } from "@/components/parts/display/copy-button";
import { Link } from "@/components/ui/link";
import { useAccountName } from "./use-account-name";

export function AccountLink({ id }: { id: string }) {
  const name = useAccountName(id);
  return (
    <Link
      href={`/connected-accounts/${encodeURIComponent(id)}`}
      title={id}
      className="min-w-0 rounded-sm wrap-anywhere underline underline-offset-4 hover:text-muted"
    >
      {name ?? <span className="font-mono text-xs">{id}</span>}
    </Link>
  );
}

/** With a button that copies the ID. */
export const CopyableAccount = ({ id }: { id: string }) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-1">
    <AccountLink id={id} />
    <CopyButton text={id} what="account ID" />
  </span>
);
