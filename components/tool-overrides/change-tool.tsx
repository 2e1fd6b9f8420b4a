/** A tool as its toolkit describes it, and the form with which a project changes it. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState, type FormEvent } from "react";
import { useMay } from "@/components/access/use-session";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { ErrorState } from "@/components/parts/display/error-state";
import { QueryView } from "@/components/parts/display/query-view";
import { toTokenWords } from "@/components/parts/display/tokens";
import { Field } from "@/components/parts/forms/field";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { PageHeader } from "@/components/parts/shell/page-header";
import { useToast } from "@/components/parts/shell/toast";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { catalogApi } from "@/generated/addresses/catalog";
import { overridesApi } from "@/generated/addresses/catalog/overrides";
import { mutation, query } from "@/lib/contract/client";
import { ArgumentRow } from "./argument-row";
import { draftOf, findDraftErrors, toArguments, toBody, toDraft, type Draft, type Override } from "./override-draft";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

const REFRESH = {
  refresh: [overridesApi.getToolOverride, overridesApi.listToolOverrides, catalogApi.getTool, catalogApi.listTools],
};

const PURPOSE = "Agents and programs in this project see the tool as you describe it here.";

export function ChangeTool({ slug }: { slug: string }) {
  const override = useQuery(query(overridesApi.getToolOverride, { params: { slug } }));
  return (
    <QueryView query={override} what={`the tool ${slug}`} skeleton={<Skeleton className="h-96" />}>
      {(view) => <ChangeForm key={view.override?.updated_at ?? "original"} view={view} />}
    </QueryView>
  );
}

function ChangeForm({ view }: { view: Override }) {
  const { tool_slug: slug, original, problems } = view;
  const args = toArguments(original.input_parameters);
  const [first] = useState(() => toDraft(view));
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const mayChange = useMay("tools:write");
  const errors = isTried ? findDraftErrors(draft, args) : {};
  const dirty = JSON.stringify(toBody(draft, args)) !== JSON.stringify(toBody(first, args));
  const { save, giveBack } = useChanges(slug);
  useCrumbName(original.name);
  useLeaveGuard(dirty && !save.isPending);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(findDraftErrors(draft, args)).length > 0) return;
    const body = toBody(draft, args);
    if (body) save.mutate({ params: { slug }, body });
    else giveBack.mutate({ params: { slug } });
  };
  return (
    <form noValidate method="post" onSubmit={onSubmit} className="space-y-8">
      <PageHeader
        title={`Change “${original.name}” for this project`}
        description={`${PURPOSE} Empty fields use the toolkit’s text.`}
      >
        {view.override ? <GiveBack slug={slug} change={giveBack} mayChange={mayChange} /> : null}
        <SaveButton saving="Saving" pending={save.isPending} dirty={dirty} mayChange={mayChange}>
          Save changes
        </SaveButton>
      </PageHeader>
      <Facts slug={slug} original={original} current={view.offered} isHidden={view.override?.hidden ?? false} />
      {save.error ? <ErrorState title="Couldn’t save the changes" error={save.error} /> : null}
      {problems.length > 0 ? (
        <Alert tone="warning" title="Some changes have no effect">
          {problems.join(" ")}
        </Alert>
      ) : null}
      <Texts {...{ draft, original, mayChange, setDraft }} />
      <section aria-labelledby="arguments">
        <h2 id="arguments" className="mb-3 text-base font-semibold">
          Arguments
        </h2>
        {args.length === 0 ? <p className="text-sm text-muted">This tool takes no arguments.</p> : null}
        <ul className="rounded-lg border empty:hidden">
          {args.map((argument) => (
            <ArgumentRow
              key={argument.name}
              argument={argument}
              draft={draftOf(draft, argument.name)}
              error={Object.hasOwn(errors, argument.name) ? errors[argument.name] : undefined}
              mayChange={mayChange}
              onChange={(next) =>
                setDraft((before) => ({ ...before, arguments: { ...before.arguments, [argument.name]: next } }))
              }
            />
          ))}
        </ul>
      </section>
    </form>
  );
}

function useChanges(slug: string) {
  const client = useQueryClient();
  const toast = useToast();
  const put = mutation(overridesApi.putToolOverride, client, REFRESH);
  const remove = mutation(overridesApi.deleteToolOverride, client, REFRESH);
  // The form starts again with the refreshed tool, so the message cannot wait for the end of the refresh.
  const andSay = (text: string, refresh: () => Promise<void>) => () => {
    toast(text);
    return refresh();
  };
  const save = useMutation({ ...put, onSuccess: andSay(`${slug} changed for this project`, put.onSuccess) });
  const giveBack = useMutation({ ...remove, onSuccess: andSay(`Changes of ${slug} undone`, remove.onSuccess) });
  return { save, giveBack };
}

type GiveBackProps = { slug: string; change: ReturnType<typeof useChanges>["giveBack"]; mayChange: boolean };

function GiveBack({ slug, change, mayChange }: GiveBackProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button type="button" variant="outline" disabled={!mayChange} onClick={() => setOpen(true)}>
        Undo all changes
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title={`Undo all changes of ${slug}?`}
          consequence="The tool returns to how its toolkit describes it, with all arguments and values."
          action="Undo the changes"
          pending={change.isPending}
          error={change.error}
          onClose={() => setOpen(false)}
          onConfirm={() => change.mutate({ params: { slug } }, { onSuccess: () => setOpen(false) })}
        />
      ) : null}
    </>
  );
}

type FactsProps = Pick<Override, "original"> & { slug: string; current: Override["offered"]; isHidden: boolean };

function Facts({ slug, original, current, isHidden }: FactsProps) {
  const tokens = current?.about_tokens ?? original.about_tokens;
  return (
    <p className="-mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      <CopyableId id={slug} what="tool slug" />
      <span>
        About {toTokenWords(tokens)} tokens in a model
        {tokens === original.about_tokens ? "" : `, ${toTokenWords(original.about_tokens)} as its toolkit describes it`}
      </span>
      {isHidden ? (
        <span>Hidden in this project</span>
      ) : (
        <Link href={`/tools/${encodeURIComponent(slug)}`} className="underline underline-offset-4 hover:text-ink">
          View tool
        </Link>
      )}
    </p>
  );
}

type TextsProps = {
  draft: Draft;
  original: Override["original"];
  mayChange: boolean;
  setDraft: (update: (before: Draft) => Draft) => void;
};

function Texts({ draft, original, mayChange, setDraft }: TextsProps) {
  return (
    <section aria-label="Name and description" className="grid gap-6 lg:grid-cols-2">
      <div className="space-y-5">
        <Field label="Name">
          {(wiring) => (
            <Input
              {...wiring}
              autoComplete="off"
              disabled={!mayChange}
              maxLength={200}
              placeholder={original.name}
              value={draft.name}
              onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, name: value }))}
            />
          )}
        </Field>
        <Field label="Description" help="What the model reads to choose this tool.">
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={6}
              disabled={!mayChange}
              maxLength={10_000}
              value={draft.description}
              onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, description: value }))}
            />
          )}
        </Field>
        <Switch
          label="Hide this tool in the project"
          checked={draft.hidden}
          disabled={!mayChange}
          onChange={(hidden) => setDraft((before) => ({ ...before, hidden }))}
        />
      </div>
      <div className="min-w-0 rounded-lg border bg-surface p-4">
        <h2 className="text-sm font-medium">As in the toolkit</h2>
        <p className="mt-2 text-sm wrap-anywhere">{original.name}</p>
        <p className="mt-2 max-h-64 overflow-y-auto text-sm whitespace-pre-line text-muted wrap-anywhere" tabIndex={0}>
          {original.description || "No description."}
        </p>
      </div>
    </section>
  );
}
