/** A toolkit while it is made: its source on one side, what becomes of it on the other. */
"use client";
import dynamic from "next/dynamic";
import { useMemo, useState, type ReactNode } from "react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { CodeEditor } from "@/components/parts/forms/code-editor";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { readSource, toNewToolkit, type Report, type ReportedTool, type Settings, type Source } from "./draft";
import { Differences, Problems, ReportHead } from "./report-view";
import { SourceField, type SourceText } from "./source-field";
import { ToolRows } from "./tool-rows";
import { useIntegrationSchema } from "./use-integration-schema";
import { usePreview, type PreviewBody } from "./use-preview";

const TryDraft = dynamic(() => import("./try-draft").then(({ TryDraft }) => TryDraft), { ssr: false });

export type Draft = { source: SourceText; settings: Settings };

/** The source that is sent; null while there is no source. */
export const toSource = ({ text, file }: SourceText): Source | null => (file ? { file: file.key } : readSource(text));

const TABS = [
  { key: "document", label: "Document" },
  { key: "integration", label: "integration.yaml" },
  { key: "details", label: "Name and server" },
] as const;

type WorkshopProps = {
  /** Of the toolkit whose draft it is; undefined for a new toolkit. */
  slug?: string;
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Above the tools: what can be done with the draft. */
  children: (report: Report | undefined, isBehind: boolean) => ReactNode;
  /** Around the result of an address at which there is no document. */
  ofUnknown?: (url: string, result: ReactNode) => ReactNode;
};

export function Workshop({ slug, draft, onChange, children, ofUnknown }: WorkshopProps) {
  const [tab, setTab] = useState<(typeof TABS)[number]["key"]>("document");
  const body = useMemo<PreviewBody | null>(() => {
    const source = toSource(draft.source);
    // All tools are shown, so that one that was left out can be chosen again.
    const { operations: _, ...settings } = draft.settings;
    if (!source && !draft.settings.integration) return null;
    return slug === undefined ? toNewToolkit(source, settings) : { ...source, settings, slug };
  }, [draft, slug]);
  const { preview, isBehind } = usePreview(slug ?? "new", body);
  const report = body ? preview.data : undefined;
  const [tool, setTool] = useState<ReportedTool | null>(null);
  const mayTry = useMay("toolkits:write");
  // A document that must be fetched or uploaded is kept first.
  const canTry = mayTry && slug !== undefined && body !== null && !("url" in body) && !("file" in body);
  const setSettings = (settings: Settings) => onChange({ ...draft, settings });
  const source = toSource(draft.source);
  const url = source && "url" in source ? source.url : null;
  const isUnknown = !isBehind && (preview.isError || report?.kind === null);
  const result = body ? (
    <>
      {children(report, isBehind)}
      <Preview
        report={report}
        error={preview.error}
        settings={draft.settings}
        onChange={setSettings}
        onTry={canTry ? setTool : undefined}
      />
      {tool && body && slug !== undefined ? (
        <TryDraft slug={slug} tool={tool} body={body} onClose={() => setTool(null)} />
      ) : null}
    </>
  ) : (
    <p className="rounded-lg border border-dashed p-8 text-center text-sm text-muted">
      Add a document to preview the toolkit here.
    </p>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-2">
      <Tabs label="Parts of the draft" tabs={TABS} value={tab} onChange={setTab}>
        {tab === "document" ? (
          <SourceField value={draft.source} onChange={(source) => onChange({ ...draft, source })} />
        ) : tab === "integration" ? (
          <IntegrationField settings={draft.settings} isBeside={source !== null} onChange={setSettings} />
        ) : (
          <Details settings={draft.settings} report={report} onChange={setSettings} />
        )}
      </Tabs>
      <div className="min-w-0 space-y-6" aria-busy={isBehind}>
        {url !== null && isUnknown && ofUnknown ? ofUnknown(url, result) : result}
      </div>
    </div>
  );
}

type PreviewProps = SettingsProps & {
  report: Report | undefined;
  error: unknown;
  onTry: ((tool: ReportedTool) => void) | undefined;
};

function Preview({ report, error, settings, onChange, onTry }: PreviewProps) {
  if (error) return <ErrorState title="Couldn’t read this" error={error} />;
  if (!report) return <Skeleton className="h-72" />;
  return (
    <>
      <ReportHead report={report} />
      <Problems report={report} />
      <Differences report={report} />
      <ToolRows report={report} settings={settings} onChange={onChange} onTry={onTry} />
    </>
  );
}

type SettingsProps = { settings: Settings; onChange: (settings: Settings) => void };

function without<Name extends keyof Settings>(settings: Settings, name: Name): Settings {
  const { [name]: _, ...rest } = settings;
  return rest as Settings;
}

/** The settings with one text; an empty text is the document's. */
const withText = (
  settings: Settings,
  name: "name" | "description" | "base_url" | "logo" | "integration",
  text: string,
) => (text.trim() === "" ? without(settings, name) : { ...settings, [name]: text });

/** @param isBeside there is a document, too */
function IntegrationField({ settings, isBeside, onChange }: SettingsProps & { isBeside: boolean }) {
  const text = settings.integration ?? "";
  const schema = useIntegrationSchema(text, isBeside);
  return (
    <div className="space-y-2">
      <CodeEditor
        label="integration.yaml"
        language="yaml"
        value={text}
        onChange={(value) => onChange(withText(settings, "integration", value))}
        {...(schema && { schema })}
      />
      <p className="text-xs text-muted">
        Sign-in methods, fields and proxy, overriding the document’s. Without a document, this creates a toolkit without
        tools for sending your own requests. Press Ctrl+Space for suggestions.
      </p>
    </div>
  );
}

function Details({ settings, report, onChange }: SettingsProps & { report: Report | undefined }) {
  const fields = [
    { name: "name", label: "Name", placeholder: report?.name, help: "Shown to people and agents." },
    { name: "description", label: "Description", placeholder: report?.description, help: "What the toolkit is for." },
    {
      name: "base_url",
      label: "Server",
      placeholder: report?.base_url ?? undefined,
      help: "Overrides the document’s. A name in braces, such as https://{site}.example.com, becomes a connection field.",
    },
    { name: "logo", label: "Logo", placeholder: report?.logo ?? undefined, help: "Image URL." },
  ] as const;
  return (
    <div className="space-y-5">
      {fields.map(({ name, label, placeholder, help }) => (
        <Field key={name} label={label} help={help} optional>
          {(wiring) => (
            <Input
              {...wiring}
              autoComplete="off"
              placeholder={placeholder?.slice(0, 200)}
              value={settings[name] ?? ""}
              onChange={(event) => onChange(withText(settings, name, event.currentTarget.value))}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
