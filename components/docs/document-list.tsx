/** All guides in their groups. */
import { GUIDE_GROUPS, toAddress, type Guide } from "@/lib/contract/guides";

/** Two columns where there is room, so that a reader sees most groups at once. */
const LIST = "grid gap-2 @lg:grid-cols-2";
const ROW = "block h-full rounded-lg border px-3 py-2 hover:bg-hover";

/** The guides of a group, each with its purpose. */
export const GuideLinks = ({ guides }: { guides: readonly Guide[] }) => (
  <div className="@container">
    <ul className={LIST}>
      {guides.map(({ file, about }) => (
        <li key={file}>
          <a href={toAddress(file)} className={ROW}>
            {about}
          </a>
        </li>
      ))}
    </ul>
  </div>
);

/** `Heading` fits the page that shows the list. */
export const DocumentList = ({ Heading = "h2" }: { Heading?: "h2" | "h3" }) => (
  <div className="max-w-3xl space-y-6 text-sm">
    {GUIDE_GROUPS.map(({ title, documents }) => (
      <section key={title} aria-label={title}>
        <Heading className="mb-2 text-sm font-medium">{title}</Heading>
        <GuideLinks guides={documents} />
      </section>
    ))}
    <section aria-label="API reference">
      <Heading className="mb-2 text-sm font-medium">API reference</Heading>
      <ul className="space-y-2">
        <li>
          <a href="/docs/api" className={ROW}>
            Every operation, with its fields, code and a way to try it
          </a>
        </li>
        <li>
          <a href="/api/openapi.json" target="_blank" rel="noreferrer" className={ROW}>
            Every operation of the API, in OpenAPI format
          </a>
        </li>
      </ul>
    </section>
  </div>
);
