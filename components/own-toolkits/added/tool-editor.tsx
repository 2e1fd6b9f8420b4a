/** A tool by hand in a toolkit: written, changed and deleted, next to the form in which a model sees it. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { QueryView } from "@/components/parts/display/query-view";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { useTried } from "@/components/parts/forms/use-tried";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { PageHeader } from "@/components/parts/shell/page-header";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { useGo } from "@/components/ui/use-go";
import { addedToolsApi } from "@/generated/addresses/own-toolkits/added";
import { call, query, type ResultOf } from "@/lib/contract/client";
import { DeleteButton } from "../delete-button";
import { refreshTools } from "./refresh-tools";
import { EMPTY_DRAFT, fromDefinition, toDefinition, toErrors, type ToolDraft } from "./tool-draft";
import { ToolForm } from "./tool-form";
import { ToolPreviewView } from "./tool-preview-view";
import { useToolPreview } from "./use-tool-preview";

// The form of a call is needed last, and is as large as the rest of the page.
const TryTool = dynamic(() => import("../try-tool").then(({ TryTool }) => TryTool), {
  ssr: false,
  loading: () => <Skeleton className="h-40" />,
});

type AddedTool = ResultOf<typeof addedToolsApi.getAddedTool>;

export function NewTool({ toolkit }: { toolkit: string }) {
  useCrumbName("Add a tool");
  return (
    <>
      <PageHeader
        title="Add a tool"
        description={
          <>
            To{" "}
            <Link href={`/toolkits/${encodeURIComponent(toolkit)}`} className="underline underline-offset-4">
              {toolkit}
            </Link>
            , for this project only. It uses the toolkit’s connected accounts.
          </>
        }
      />
      <Editor toolkit={toolkit} tool={undefined} first={EMPTY_DRAFT} />
    </>
  );
}

export function EditTool({ slug }: { slug: string }) {
  const tool = useQuery(query(addedToolsApi.getAddedTool, { params: { tool_slug: slug } }));
  return (
    <QueryView query={tool} what={`the tool ${slug}`} skeleton={<Skeleton className="h-96" />}>
      {(details) => <Edit key={details.revision} tool={details} />}
    </QueryView>
  );
}

function Edit({ tool }: { tool: AddedTool }) {
  const [first] = useState(() => fromDefinition(tool.tool));
  const client = useQueryClient();
  useCrumbName(tool.name);
  return (
    <>
      <PageHeader title={`Edit ${tool.name}`} description={<span className="font-mono">{tool.slug}</span>}>
        <DeleteButton
          name={tool.slug}
          consequence="Agents and programs that call it will get an error."
          action="Delete the tool"
          remove={() => call(addedToolsApi.deleteAddedTool, { params: { tool_slug: tool.slug } })}
          next={`/toolkits/${encodeURIComponent(tool.toolkit_slug)}`}
          refresh={() => refreshTools(client, { isDeleted: true })}
        />
        <Button asChild variant="outline">
          <Link href={`/tools/${encodeURIComponent(tool.slug)}`}>View tool</Link>
        </Button>
      </PageHeader>
      <Editor toolkit={tool.toolkit_slug} tool={tool} first={first} />
    </>
  );
}

type EditorProps = {
  toolkit: string;
  /** Undefined for a new tool. */
  tool: AddedTool | undefined;
  first: ToolDraft;
};

const save = (toolkit: string, tool: AddedTool | undefined, draft: ToolDraft): Promise<AddedTool> => {
  const definition = toDefinition(draft);
  return tool
    ? call(addedToolsApi.replaceAddedTool, {
        params: { tool_slug: tool.slug },
        body: { tool: definition, expected_revision: tool.revision },
      })
    : call(addedToolsApi.createAddedTool, { body: { toolkit_slug: toolkit, tool: definition } });
};

function Editor({ toolkit, tool, first }: EditorProps) {
  const [draft, setDraft] = useState(first);
  const mayChange = useMay("toolkits:write");
  const { go, going } = useGo();
  const client = useQueryClient();
  const toast = useToast();
  const { preview, isBehind } = useToolPreview(toolkit, draft);
  const problems = preview.data?.problems ?? [];
  const model = preview.data?.tool;
  const { mayGo, wasTried } = useTried(toErrors(draft, problems, true));
  const errors = toErrors(draft, problems, wasTried);
  const isDirty = draft !== first;
  const saving = useMutation({
    mutationFn: () => save(toolkit, tool, draft),
    onSuccess: async ({ slug }) => {
      toast(tool ? `${slug} changed` : `${slug} added`);
      await refreshTools(client);
      go(`/tools/${encodeURIComponent(slug)}`);
    },
  });
  const pending = saving.isPending || going;
  useLeaveGuard(isDirty && !saving.isPending && !saving.isSuccess);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-2">
      <form noValidate method="post" onSubmit={(event) => mayGo(event) && saving.mutate()} className="min-w-0">
        <fieldset disabled={!mayChange} className="min-w-0">
          <ToolForm
            toolkit={toolkit}
            draft={draft}
            errors={errors}
            baseUrl={preview.data?.base_url}
            prefix={tool ? undefined : `${toolkit.toUpperCase()}_`}
            onChange={setDraft}
          >
            {saving.error ? <ErrorState title="Couldn’t save the tool" error={saving.error} /> : null}
            <Button type="submit" disabled={pending}>
              {pending ? "Saving" : tool ? "Save changes" : "Add the tool"}
            </Button>
          </ToolForm>
        </fieldset>
      </form>
      <div className="min-w-0 space-y-6" aria-busy={isBehind}>
        <ToolPreviewView preview={preview.data} error={preview.error} problem={errors[""]} />
        {mayChange && model ? (
          <div className="border-t pt-6">
            <h2 className="mb-3 text-base font-semibold">Try it</h2>
            <TryTool
              key={JSON.stringify(model.input_schema)}
              toolkit={toolkit}
              tool={model}
              run={(input) =>
                call(addedToolsApi.tryAddedTool, {
                  body: { ...input, toolkit_slug: toolkit, tool: toDefinition(draft) },
                })
              }
            />
          </div>
        ) : null}
      </div>
    </div>
  );
}
