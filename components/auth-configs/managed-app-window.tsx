/** Creates or changes a managed app: its toolkit, the redirect URI to register, its ID and secret, its scopes. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CopyButton } from "@/components/parts/display/copy-button";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { SuggestInput, useSuggestions } from "@/components/parts/forms/suggest-input";
import { toSuggestions } from "@/components/parts/forms/to-suggestions";
import { Form } from "@/components/parts/forms/form";
import { QueryView } from "@/components/parts/display/query-view";
import { useToast } from "@/components/parts/shell/toast";
import { useForm } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { AppGuideLink } from "./app-guide-link";
import { MANAGED_READERS, type ManagedApp } from "./managed-readers";

type Subject = ResultOf<typeof authConfigsApi.listManagedSubjects>["items"][number];
type WindowProps = { app: ManagedApp | undefined; onClose: () => void };

export function ManagedAppWindow({ app, onClose }: WindowProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={app ? `Change the app of ${app.name}` : "Add managed app"}
        onInteractOutside={(event) => event.preventDefault()}
      >
        {app ? <AppForm app={app} subjects={[app]} onClose={onClose} /> : <NewApp onClose={onClose} />}
      </DialogContent>
    </Dialog>
  );
}

function NewApp({ onClose }: { onClose: () => void }) {
  const subjects = useQuery({ ...query(authConfigsApi.listManagedSubjects, {}), staleTime: 60_000 });
  return (
    <QueryView
      query={subjects}
      what="providers"
      skeleton={
        <div className="space-y-4">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-8" />
          ))}
        </div>
      }
    >
      {({ items }) => <AppForm app={undefined} subjects={items} onClose={onClose} />}
    </QueryView>
  );
}

/** The label of a choice: `GitLab (toolkit gitlab)`, different for each subject. */
const toLabel = ({ kind, key, name }: Pick<Subject, "kind" | "key" | "name">): string => `${name} (${kind} ${key})`;

type FormProps = { app: ManagedApp | undefined; subjects: readonly Subject[]; onClose: () => void };

function useApp({ app, subjects, onClose }: FormProps) {
  const client = useQueryClient();
  const toast = useToast();
  const create = mutation(authConfigsApi.createManagedApp, client, { refresh: MANAGED_READERS });
  const update = mutation(authConfigsApi.updateManagedApp, client, { refresh: MANAGED_READERS });
  return useForm({
    schema: async () => {
      const { ChangedApp, toNewApp } = await import("./form-schemas");
      return app ? ChangedApp : toNewApp(subjects.map(toLabel));
    },
    initial: {
      key: app ? toLabel(app) : "",
      client_id: app?.client_id ?? "",
      client_secret: "",
      scopes: app?.scopes.join(" ") ?? "",
    },
    submit: async ({ key: typed, client_id: clientId, client_secret: secret = "", scopes = "" }) => {
      const subject = subjects.find((candidate) => toLabel(candidate) === typed);
      if (app)
        await update.mutationFn({
          params: { id: app.id },
          body: { client_id: clientId, scopes, ...(secret && { client_secret: secret }) },
        });
      else if (subject)
        await create.mutationFn({
          body: {
            kind: subject.kind,
            key: subject.key,
            client_id: clientId,
            client_secret: secret,
            scopes,
          },
        });
      toast(app ? "Managed app saved" : "Managed app added");
      onClose();
      await create.onSuccess();
    },
  });
}

function AppForm(props: FormProps) {
  const { app, subjects } = props;
  const form = useApp(props);
  const subject = subjects.find((candidate) => toLabel(candidate) === form.values.key);
  const state = useSuggestions();
  const { name, onBlur } = form.control("key");
  return (
    <Form onSubmit={form.onSubmit}>
      {app ? null : (
        <Field
          label="For"
          help="A provider’s app covers all its toolkits. An app for a single toolkit takes precedence."
          error={form.error("key")}
        >
          {(wiring) => (
            <SuggestInput
              {...wiring}
              {...{ name, onBlur }}
              autoFocus
              state={state}
              options={toSuggestions(subjects.map(toLabel), state.words)}
              placeholder="Search by name"
              value={form.values.key}
              onChange={(text) => form.set("key", text)}
            />
          )}
        </Field>
      )}
      {subject ? <WhereToRegister subject={subject} /> : null}
      <Field label="Client ID" error={form.error("client_id")}>
        {(wiring) => <Input autoComplete="off" spellCheck={false} {...wiring} {...form.control("client_id")} />}
      </Field>
      <Field
        label="Client secret"
        optional={app !== undefined}
        help={app ? "Leave empty to keep the stored value." : "Stored encrypted and never shown again."}
        error={form.error("client_secret")}
      >
        {(wiring) => (
          <Input type="password" autoComplete="new-password" {...wiring} {...form.control("client_secret")} />
        )}
      </Field>
      <Field
        label="Permitted scopes"
        optional
        help={
          "Scopes the provider approved for your app, separated by spaces. " +
          "Projects can’t request more. Leave empty to use each toolkit’s scopes."
        }
        error={form.error("scopes")}
      >
        {(wiring) => <Input autoComplete="off" spellCheck={false} {...wiring} {...form.control("scopes")} />}
      </Field>
      {form.failure ? <ErrorState title="Couldn’t save the app" error={form.failure} /> : null}
      <div className="flex justify-end gap-2">
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" disabled={form.pending}>
          {form.pending ? "Saving app" : app ? "Save app" : "Add app"}
        </Button>
      </div>
    </Form>
  );
}

function WhereToRegister({ subject }: { subject: Subject }) {
  return (
    <div className="space-y-1.5 rounded-lg border bg-surface p-3">
      <p className="text-sm font-medium">Redirect URI</p>
      <p className="text-xs text-muted">
        Add this exact redirect URI to your {subject.name} app.{" "}
        {subject.guide_url ? <AppGuideLink url={subject.guide_url} /> : null}
      </p>
      <p className="flex min-w-0 items-center gap-1">
        <code className="min-w-0 font-mono text-xs wrap-anywhere">{subject.redirect_uri}</code>
        <CopyButton text={subject.redirect_uri} what="redirect URI" />
      </p>
    </div>
  );
}
