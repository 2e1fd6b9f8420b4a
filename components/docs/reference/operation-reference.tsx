/** One operation of the API: what it takes, what it answers, code that calls it, and a way to try it. */
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { OperationPage } from "@/lib/contract/reference/operation-page";
import { DocsCode } from "../docs-code";
import { LanguageTabs } from "../language-tabs";
import { FieldTable } from "./field-table";
import { MethodBadge } from "./method-badge";
import { TryOperation } from "./try-operation";

/** Next to the tables, and still there while somebody scrolls; below them on narrow pages. */
const SIDE = cn(
  "min-w-0 space-y-6 xl:sticky xl:top-16 xl:w-[26rem] xl:self-start",
  "xl:max-h-[calc(100dvh-5rem)] xl:overflow-y-auto xl:p-1",
);

const TRY = cn(
  "inline-flex h-8 items-center rounded-lg border border-edge/60 bg-page px-3 font-medium hover:bg-hover",
  "pointer-coarse:h-10",
);

const Head = ({ page }: { page: OperationPage }) => {
  const { title, method, path, about, callers, permission, isDeprecated } = page;
  return (
    <>
      <p className="mb-1 text-xs">
        <a href="/docs/api" className="rounded-sm text-muted underline-offset-4 hover:underline">
          API reference
        </a>
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
      <a href="/docs/reference/errors" className="underline underline-offset-4">
        All errors
      </a>
    </p>
  </section>
);

const Code = ({ snippets }: Pick<OperationPage, "snippets">) => (
  <section aria-label="Code">
    <LanguageTabs
      tabs={snippets.map(({ title, language, code }) => ({
        name: title,
        id: `code-${title.toLowerCase()}`,
        content: <DocsCode code={code} language={language} label={title} className="my-4" />,
      }))}
    />
  </section>
);

const RecordedAnswer = ({ answer: { recorded } }: Pick<OperationPage, "answer">) => (
  <section aria-label="Recorded answer">
    <h2 className="mb-1 text-sm font-medium">Example of an answer</h2>
    {recorded ? (
      <>
        <DocsCode code={recorded} language="json" label="Recorded from a server" />
        <p className="mt-1 text-xs text-muted">IDs and times are replaced, and long lists are cut.</p>
      </>
    ) : (
      <p className="text-muted">This operation has no example yet.</p>
    )}
  </section>
);

/** `isTrying`: the form that sends the operation is on the page, which needs scripts. */
export function OperationReference({ page, isTrying }: { page: OperationPage; isTrying: boolean }) {
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
        {snippets.length > 0 ? <Code snippets={snippets} /> : null}
        <RecordedAnswer answer={answer} />
        {canTry && !isTrying ? (
          <a href="?try=1#try" className={TRY}>
            Try it
          </a>
        ) : null}
        {canTry && isTrying ? (
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
