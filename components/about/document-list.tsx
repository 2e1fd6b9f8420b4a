/** All documents in their groups, each with what it is for. */
import { Link } from "@/components/ui/link";
import { DOCUMENT_GROUPS } from "./documents";

const ROW = "flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-2 hover:bg-hover";

/** `Heading` fits the page that the list stands on. */
export const DocumentList = ({ Heading = "h2" }: { Heading?: "h2" | "h3" }) => (
  <div className="max-w-3xl space-y-6 text-sm">
    {DOCUMENT_GROUPS.map(({ title, documents }) => (
      <section key={title} aria-label={title}>
        <Heading className="mb-2 text-sm font-medium">{title}</Heading>
        <ul className="divide-y rounded-lg border">
          {documents.map(({ file, about }) => (
            <li key={file}>
              <Link href={`/docs/${file.replace(/\.md$/, "")}`} className={ROW}>
                <span>{about}</span>
                <span className="font-mono text-xs text-muted">{file}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))}
    <section aria-label="API reference">
      <Heading className="mb-2 text-sm font-medium">API reference</Heading>
      <ul className="divide-y rounded-lg border">
        <li>
          <a href="/api/openapi.json" target="_blank" rel="noreferrer" className={ROW}>
            <span>Every operation of the API, in OpenAPI format</span>
            <span className="font-mono text-xs text-muted">/api/openapi.json</span>
          </a>
        </li>
      </ul>
    </section>
  </div>
);
