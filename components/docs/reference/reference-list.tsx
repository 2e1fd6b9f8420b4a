/** Every operation of the API, by subject, each with its method and path. */
import { MethodBadge } from "./method-badge";

type Entry = { id: string; method: string; path: string; summary: string };
type ReferenceListProps = { groups: readonly { tag: string; operations: readonly Entry[] }[] };

const toAnchor = (tag: string): string => tag.toLowerCase().replaceAll(/\W+/g, "-");
const LINK = "rounded-sm underline underline-offset-4 hover:text-muted";

export const ReferenceList = ({ groups }: ReferenceListProps) => (
  <div className="max-w-3xl text-sm">
    <h1 className="text-xl font-semibold tracking-tight">API reference</h1>
    <p className="mt-1 mb-6 text-muted">
      Every operation of this server. For other programs: the{" "}
      <a href="/api/openapi.json" className={LINK}>
        OpenAPI document
      </a>{" "}
      and a{" "}
      <a href="/api/docs/collection.json" download="patchbay.postman_collection.json" className={LINK}>
        collection for Postman and Bruno
      </a>
      .
    </p>
    <nav aria-label="Subjects" className="mb-8">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {groups.map(({ tag }) => (
          <li key={tag}>
            <a href={`#${toAnchor(tag)}`} className={LINK}>
              {tag}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <div className="space-y-8">
      {groups.map(({ tag, operations }) => (
        <section key={tag} aria-labelledby={toAnchor(tag)}>
          <h2 id={toAnchor(tag)} className="mb-2 scroll-mt-16 text-base font-semibold">
            {tag}
          </h2>
          <ul className="divide-y rounded-lg border">
            {operations.map(({ id, method, path, summary }) => (
              <li key={id}>
                <a href={`/docs/api/${id}`} className="block px-3 py-2 hover:bg-hover">
                  {summary}
                  <span className="mt-0.5 flex items-center gap-2 text-xs text-muted">
                    <MethodBadge method={method} />
                    <span className="min-w-0 font-mono wrap-anywhere">{path}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  </div>
);
