/** One operation of the API: what it takes, what it answers, code that calls it, and a way to try it. */
import { CodeBlock } from "@/components/parts/display/code-block";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import type { OperationPage } from "@/lib/contract/reference/operation-page";
import { FieldTable } from "./field-table";
import { MethodBadge } from "./method-badge";
import { TryOperation } from "./try-operation";

/** Next to the tables, and still there while somebody scrolls; below them on narrow pages. */
const SIDE = cn(
  "min-w-0 space-y-6 xl:sticky xl:top-16 xl:w-[26rem] xl:self-start",
  "xl:max-h-[calc(100dvh-5rem)] xl:overflow-y-auto xl:p-1",
);

const Head = ({ page }: { page: OperationPage }) => {
  const { title, method, path, about, callers, permission, isDeprecated } = page;
  return (
    <>
      <p className="mb-1 text-xs">
        <Link href="/docs/api" className="rounded-sm text-muted underline-offset-4 hover:underline">
          API reference
        </Link>
      </p>
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 flex items-center gap-2">
        <MethodBadge method={method} />
        <code className="min-w-0 font-mono text-[0.85em] wrap-anywhere">{path}</code>
        {isDeprecated ? <Badge tone="amber">Deprecated</Badge> : null}
      </p>
      {about ? <p className="mt-3">{about}</p> : null}
      <p className="mt-3 text-muted">
        {callers}{" "}
        {permission ? (
          <>
            A key needs <code className="font-mono text-[0.85em]">{permission}</code>.
          </>
        ) : null}
      </p>
    </>
  );
};

const Errors = ({ errors }: Pick<OperationPage, "errors">) => (
  <section aria-label="Errors">
    <h2 className="mt-8 mb-2 text-base font-semibold">Errors</h2>
    <ul className="space-y-1">
      {errors.map(({ status, about }) => (
        <li key={status}>
          <span className="mr-2 font-mono text-[0.85em]">{status}</span>
          <span className="text-muted">{about}</span>
        </li>
      ))}
    </ul>
    <p className="mt-2 text-muted">
      Each error names the cause and the fix.{" "}
      <Link href="/docs/reference/errors" className="underline underline-offset-4">
        All errors
      </Link>
    </p>
  </section>
);

const Code = ({ snippets }: Pick<OperationPage, "snippets">) => (
  <section aria-label="Code" className="space-y-3">
    {snippets.map(({ title, language, code }, index) => (
      <details key={title} open={index === 0}>
        <summary className="mb-1 cursor-pointer rounded-sm text-sm font-medium">{title}</summary>
        <CodeBlock code={code} language={language} label={title} />
      </details>
    ))}
  </section>
);

export function OperationReference({ page }: { page: OperationPage }) {
  const { id, method, path, parameters, query, body, answer, errors, status, snippets, canTry } = page;
  return (
    <div className="flex gap-10 text-sm max-xl:flex-col">
      <div className="max-w-3xl min-w-0 flex-1">
        <Head page={page} />
        {parameters.length > 0 ? <FieldTable title="Parameters of the path" rows={parameters} /> : null}
        {query.length > 0 ? <FieldTable title="Query" rows={query} /> : null}
        {body ? (
          <FieldTable title="Body" rows={body.fields} note="JSON, with the content type application/json." />
        ) : null}
        <FieldTable
          title="Answer"
          rows={answer.fields}
          note={`Status ${status}.${answer.fields.length > 0 ? "" : ` The body is: ${answer.type}.`}`}
        />
        <Errors errors={errors} />
      </div>
      <div className={SIDE}>
        <Code snippets={snippets} />
        {canTry ? (
          <TryOperation
            address={{ id, method, path }}
            parameters={parameters.filter(({ depth }) => depth === 0)}
            query={query.filter(({ depth }) => depth === 0)}
            example={body?.example}
          />
        ) : null}
      </div>
    </div>
  );
}
