/** The id of something that has a page, as a link to it, with a button that copies it. */
import { CopyButton } from "@/components/parts/display/copy-button";
import { Link } from "@/components/ui/link";

/**
 * `what` names the id for screen readers ("account id"). The link can lead to a deleted object, because logs keep ids
 * longer.
 */
export const LinkedId = ({ id, what, href }: { id: string; what: string; href: string }) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-1">
    <Link href={href} className="min-w-0 truncate rounded-sm font-mono text-xs underline underline-offset-2" title={id}>
      {id}
    </Link>
    <CopyButton text={id} what={what} />
  </span>
);
