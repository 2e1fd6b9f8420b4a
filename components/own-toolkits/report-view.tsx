/** The preview of a draft: the toolkit, how people sign in, its problems with their lines, and its differences. */
import { countOf } from "@/lib/contract/count-of";
import { schemeWords } from "@/components/auth-configs/scheme-words";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { KIND_WORDS, type Report } from "./draft";

export function ReportHead({ report }: { report: Report }) {
  const { name, kind, description, base_url: baseUrl, auth_schemes: schemes, slug } = report;
  return (
    <section aria-label="Toolkit" className="space-y-3 rounded-lg border p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-base font-semibold wrap-anywhere">{name}</h2>
        {kind ? <Badge tone="blue">{KIND_WORDS[kind]}</Badge> : null}
        <span className="font-mono text-xs text-muted">{slug}</span>
      </div>
      {description ? <p className="line-clamp-3 text-sm text-muted">{description}</p> : null}
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        <dt className="text-muted">Server</dt>
        <dd className="font-mono text-xs wrap-anywhere">{baseUrl ?? "Set per connection"}</dd>
        <dt className="text-muted">Sign-in</dt>
        <dd>
          {schemes.length === 0 ? "None needed" : null}
          <ul className="space-y-2 empty:hidden">
            {schemes.map((scheme, index) => (
              <li key={index}>
                <span className="font-medium">{schemeWords(scheme.mode).label}</span>
                <span className="block text-xs text-muted wrap-anywhere">
                  {[
                    ...scheme.connection_fields.map((field) => field.display_name),
                    ...scheme.auth_config_fields,
                    ...(scheme.scopes.length > 0 ? [`${scheme.scopes.length} scopes`] : []),
                  ].join(", ")}
                </span>
              </li>
            ))}
          </ul>
        </dd>
      </dl>
    </section>
  );
}

export function Problems({ report }: { report: Report }) {
  const { problems, problem_count: count } = report;
  if (count === 0) return null;
  const isFatal = problems.some(({ fatal }) => fatal);
  return (
    <section aria-label="Problems" className="rounded-lg border">
      <h2 className="flex items-center gap-2 border-b p-3 text-sm font-medium">
        {countOf(count, "problem")}
        {isFatal ? <Badge tone="red">Cannot be published</Badge> : <Badge tone="amber">Can be published</Badge>}
      </h2>
      <ul className="max-h-72 overflow-y-auto" tabIndex={0} aria-label="Document problems">
        {problems.map((problem, index) => (
          <li key={index} className="border-t p-3 text-sm first:border-t-0">
            <p className="wrap-anywhere">
              <span className="font-mono text-xs text-muted">
                Line {problem.line}, column {problem.column}
              </span>{" "}
              {problem.message}
            </p>
            {problem.fix ? <p className="mt-1 text-xs text-muted">{problem.fix}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Changed = NonNullable<Report["diff"]>["changed"][number];

const withoutChanges = ({ slug }: { slug: string }): Pick<Changed, "slug" | "changes"> => ({ slug, changes: [] });

export function Differences({ report }: { report: Report }) {
  const { diff } = report;
  if (!diff) return null;
  const lists = [
    { label: "New", tools: diff.added.map(withoutChanges) },
    { label: "Removed", tools: diff.removed.map(withoutChanges) },
    { label: "Changed", tools: diff.changed },
  ].filter(({ tools }) => tools.length > 0);
  if (lists.length === 0)
    return <p className="text-sm text-muted">The draft has the same tools as the published version.</p>;
  return (
    <section aria-label="Differences" className="space-y-3 rounded-lg border p-4">
      <h2 className="text-sm font-medium">Compared with the published version</h2>
      {diff.breaking ? (
        <Alert tone="warning" title="Programs using this toolkit may fail after publishing">
          Tools were removed, or their arguments or responses changed.
        </Alert>
      ) : null}
      {lists.map(({ label, tools }) => (
        <div key={label}>
          <h3 className="text-xs text-muted">
            {label}: {tools.length.toLocaleString("en")}
          </h3>
          <ul className="mt-1 max-h-40 overflow-y-auto font-mono text-xs" tabIndex={0} aria-label={`${label} tools`}>
            {tools.map((tool) => (
              <li key={tool.slug} className="wrap-anywhere">
                {tool.slug}
                <ul className="pl-4 font-sans text-muted empty:hidden">
                  {tool.changes.map((change, index) => (
                    <li key={index}>
                      {change.text}
                      {change.breaking ? <Badge tone="amber">Breaking</Badge> : null}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
