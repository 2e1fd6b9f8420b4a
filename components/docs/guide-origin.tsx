/** When a guide was last changed, and a link to the page on which it can be changed. */

type GuideOriginProps = { changed?: string; editUrl?: string };

const toWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

export function GuideOrigin({ changed, editUrl }: GuideOriginProps) {
  if (!changed && !editUrl) return null;
  return (
    <p className="mt-10 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {changed ? (
        <span>
          Last changed on <time dateTime={changed}>{toWords(changed)}</time>
        </span>
      ) : null}
      {editUrl ? (
        <a href={editUrl} rel="noreferrer" className="rounded-sm underline underline-offset-4 hover:text-ink">
          Edit this page
        </a>
      ) : null}
    </p>
  );
}
