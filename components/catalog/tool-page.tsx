/** A tool: its input, its output, how to call it, and its request to the provider. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { FlaskConical, Wrench } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useEffect, useState, type ReactNode } from "react";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { QueryView } from "@/components/parts/display/query-view";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { changeSearch } from "@/components/parts/lists/url-state";
import { toPlainWords } from "@/components/schema-form/plain-words";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/generated/addresses/catalog";
import { query, type ResultOf } from "@/lib/contract/client";
import { retirementTitle } from "./retirement-title";
import { exampleArguments } from "./schema-rows";
import { SchemaTable } from "./schema-table";
import { ToolHints, toTopics } from "./tool-hints";
import { ToolRequestSection } from "./tool-request";
import { VersionSelect } from "./version-select";

type Tool = ResultOf<typeof catalogApi.getTool>;

type Code = typeof import("./tool-code").ToolCode;
/** In place of code that did not arrive. */
const NoCode: Code = () => <p className="text-sm text-muted">Couldn’t load the code. Reload the page.</p>;

/**
 * The code of a call; it contains all languages and loads in parallel with the tool. The page waits for it, because
 * it is above the arguments on small screens and would push them down.
 */
function useToolCode(): Code | null {
  const [code, setCode] = useState<Code | null>(null);
  useEffect(() => {
    import("./tool-code").then(
      ({ ToolCode }) => setCode(() => ToolCode),
      () => setCode(() => NoCode),
    );
  }, []);
  return code;
}

export function ToolPage({ slug }: { slug: string }) {
  const version = useSearchParams().get("version") ?? "";
  const tool = useQuery({
    ...query(catalogApi.getTool, { params: { tool_slug: slug }, query: { version: version || "latest" } }),
    staleTime: 60_000,
  });
  const ToolCode = useToolCode();
  if (tool.data && !ToolCode) return <PageSkeleton />;
  return (
    <QueryView query={tool} what={`the tool ${slug}`} skeleton={<PageSkeleton />}>
      {(toolDetails) => (
        <>
          <Header tool={toolDetails} />
          {toolDetails.retires ? (
            <Alert tone="warning" className="mt-4" title={retirementTitle(toolDetails.retires.from)}>
              {toolDetails.retires.notice}
            </Alert>
          ) : toolDetails.is_deprecated ? (
            <Alert tone="warning" className="mt-4" title="This tool is deprecated">
              The provider may remove it. Look for a replacement in the toolkit.
            </Alert>
          ) : null}
          <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
            <Schemas tool={toolDetails} />
            <div className="space-y-6 max-xl:order-first">
              {ToolCode ? (
                <ToolCode
                  call={{
                    toolkit: toolDetails.toolkit.slug,
                    tool: toolDetails.slug,
                    version: toolDetails.version,
                    user: "user-1",
                    arguments: exampleArguments(toolDetails.input_parameters),
                  }}
                />
              ) : null}
              <Facts tool={toolDetails} />
            </div>
          </div>
        </>
      )}
    </QueryView>
  );
}

function Header({ tool }: { tool: Tool }) {
  useCrumbName(tool.name);
  return (
    <header className="flex flex-wrap items-start gap-4">
      <ToolkitLogo slug={tool.toolkit.slug} className="size-10 rounded-lg text-base" />
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="text-xl font-semibold tracking-tight break-words">{tool.name}</h1>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <CopyableId id={tool.slug} what="tool slug" />
          <span className="flex gap-1">
            <ToolHints tags={tool.tags} />
          </span>
        </div>
        {tool.description && tool.description !== tool.name ? (
          <p className="mt-2 max-w-3xl text-sm whitespace-pre-line text-muted">
            {tool.description.split(/\n+/).map(toPlainWords).filter(Boolean).join("\n")}
          </p>
        ) : null}
      </div>
      <Button asChild variant="outline">
        <Link href={`/tools/${encodeURIComponent(tool.slug)}/change`}>
          <Wrench aria-hidden /> Change
        </Link>
      </Button>
      <Button asChild>
        <Link href={`/playground?tool=${encodeURIComponent(tool.slug)}`}>
          <FlaskConical aria-hidden /> Try it
        </Link>
      </Button>
    </header>
  );
}

function Schemas({ tool }: { tool: Tool }) {
  return (
    <div className="min-w-0 space-y-8">
      <Section title="Arguments">
        <SchemaTable caption="Arguments" schema={tool.input_parameters} empty="This tool takes no arguments." />
      </Section>
      <Section title="Response">
        <SchemaTable caption="Response" schema={tool.output_parameters} empty="The response is not described." />
      </Section>
      <ToolRequestSection slug={tool.slug} />
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Facts({ tool }: { tool: Tool }) {
  const topics = toTopics(tool.tags);
  return (
    <DefinitionList
      entries={[
        {
          name: "Toolkit",
          value: (
            <Link
              href={`/toolkits/${encodeURIComponent(tool.toolkit.slug)}`}
              className="underline underline-offset-4 hover:text-muted"
            >
              {tool.toolkit.name}
            </Link>
          ),
        },
        { name: "Version", value: <Version tool={tool} /> },
        {
          name: "Topics",
          value:
            topics.length > 0 ? (
              <span className="flex flex-wrap gap-1">
                {topics.map((topic) => (
                  <Badge key={topic}>{topic}</Badge>
                ))}
              </span>
            ) : null,
        },
        { name: "Authentication", value: tool.no_auth ? "None needed" : null },
        {
          name: "Scopes",
          value: tool.scope_requirements ? (
            <ul className="w-full">
              {tool.scope_requirements.all_of.map((need) => (
                <li key={JSON.stringify(need)}>
                  {(typeof need === "string" ? [need] : need.any_of).map((scope, index) => (
                    <span key={scope}>
                      {index > 0 ? " or " : null}
                      <CopyableId id={scope} what="scope" />
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          ) : null,
        },
      ]}
    />
  );
}

/** The latest version is not in the URL, so that links to the tool stay short. */
function Version({ tool: { version, available_versions: versions } }: { tool: Tool }) {
  if (versions.length < 2) return <CopyableId id={version} what="version" />;
  return (
    <VersionSelect
      label="Version"
      versions={versions}
      value={version}
      onChange={(newVersion) => changeSearch({ version: newVersion === versions[0] ? "" : newVersion })}
    />
  );
}

const PageSkeleton = () => (
  <div aria-busy="true" className="space-y-6">
    <div className="flex gap-4">
      <Skeleton className="size-10" />
      <div className="space-y-2">
        <Skeleton className="h-6 w-64" />
        <Skeleton className="w-80 max-w-full" />
      </div>
    </div>
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <Skeleton className="h-80" />
      <Skeleton className="h-56" />
    </div>
  </div>
);
