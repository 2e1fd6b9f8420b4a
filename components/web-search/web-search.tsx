/** The search provider that the project uses: its own, or the server's. The key is written, never read back. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMay } from "@/components/access/use-session";
import { toDuration } from "@/components/logs/log-fields";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { QueryView } from "@/components/parts/display/query-view";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useToast } from "@/components/parts/shell/toast";
import { useForm } from "@/components/parts/forms/use-form";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { webSearchApi } from "@/generated/addresses/web-search";
import { PROVIDER_NAMES, PROVIDERS } from "@/lib/web-search/constants";

type Settings = ResultOf<typeof webSearchApi.getWebSearch>;

const READERS = [webSearchApi.getWebSearch];

export function WebSearch() {
  const settings = useQuery(query(webSearchApi.getWebSearch, {}));
  return (
    <QueryView query={settings} what="the web search" skeleton={<Skeleton className="h-40" />}>
      {(found) => (
        <div className="space-y-5">
          <p className="text-sm text-muted">{inUse(found)}</p>
          <SearchForm key={found.project?.updated_at ?? "none"} settings={found} />
          <TrySearch settings={found} />
        </div>
      )}
    </QueryView>
  );
}

function inUse({ project, server }: Settings): string {
  if (project) return `In use: ${PROVIDERS[project.provider].title}, of this project.`;
  if (server) return `In use: ${PROVIDERS[server.provider].title}, which the operator has set for all projects.`;
  return "None is set. The operator can set one for all projects with PATCHBAY_SEARCH_PROVIDER.";
}

function useSearchForm({ project }: Settings) {
  const toast = useToast();
  const client = useQueryClient();
  const set = mutation(webSearchApi.setWebSearch, client, { refresh: READERS });
  const saved = { provider: project?.provider ?? "searxng", base_url: project?.base_url ?? "", api_key: "" };
  const form = useForm({
    schema: () => import("./form-schemas").then(({ Provider }) => Provider),
    initial: saved,
    words: { base_url: "Enter the address of the server, such as https://search.example.com." },
    submit: async (body) => {
      await set.mutationFn({ body });
      toast("Web search saved");
      await set.onSuccess();
    },
  });
  const dirty = (Object.keys(saved) as (keyof typeof saved)[]).some(
    (name) => (form.values[name] ?? "") !== saved[name],
  );
  useLeaveGuard(dirty);
  return { form, dirty };
}

function SearchForm({ settings }: { settings: Settings }) {
  const { form, dirty } = useSearchForm(settings);
  const mayChange = useMay("project:write");
  return (
    <Form still onSubmit={form.onSubmit}>
      <Field label="Provider" error={form.error("provider")}>
        {(wiring) => (
          <Select {...wiring} {...form.control("provider")}>
            {PROVIDER_NAMES.map((name) => (
              <option key={name} value={name}>
                {PROVIDERS[name].title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Address"
        optional={form.values.provider !== "searxng"}
        help={
          form.values.provider === "searxng"
            ? "Of a SearXNG server whose settings allow the format json."
            : "Leave this empty for the provider’s own."
        }
        error={form.error("base_url")}
      >
        {(wiring) => (
          <Input
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://search.example.com"
            {...wiring}
            {...form.control("base_url")}
          />
        )}
      </Field>
      <Field
        label="Key"
        optional={form.values.provider === "searxng" || settings.project?.has_key === true}
        help={
          settings.project?.has_key
            ? "A key is stored. Leave this empty to keep it. Another provider or address needs its own key."
            : "Stored encrypted and not shown again."
        }
        error={form.error("api_key")}
      >
        {(wiring) => <Input type="password" autoComplete="new-password" {...wiring} {...form.control("api_key")} />}
      </Field>
      {form.failure ? <ErrorState title="The web search was not saved" error={form.failure} /> : null}
      <SaveButton pending={form.pending} dirty={dirty} mayChange={mayChange} saving="Saving search">
        Save search
      </SaveButton>
    </Form>
  );
}

function TrySearch({ settings: { project, server } }: { settings: Settings }) {
  const client = useQueryClient();
  const mayChange = useMay("project:write");
  const trying = useMutation(mutation(webSearchApi.testWebSearch, client));
  const removing = useMutation(mutation(webSearchApi.deleteWebSearch, client, { refresh: READERS }));
  if (!project && !server) return null;
  const tried = trying.data;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" disabled={!mayChange || trying.isPending} onClick={() => trying.mutate({})}>
          {trying.isPending ? "Testing search" : "Test search"}
        </Button>
        {project ? (
          <Button variant="outline" disabled={!mayChange || removing.isPending} onClick={() => removing.mutate({})}>
            {server ? "Use the server’s search" : "Remove search"}
          </Button>
        ) : null}
      </div>
      {tried ? (
        <Alert
          tone={tried.works ? "info" : "error"}
          title={tried.works ? "The search works" : "The search does not work"}
        >
          {tried.message} ({toDuration(tried.duration_ms)})
        </Alert>
      ) : null}
      {trying.error ? <ErrorState title="The search was not tested" error={trying.error} /> : null}
      {removing.error ? <ErrorState title="The search was not removed" error={removing.error} /> : null}
    </div>
  );
}
