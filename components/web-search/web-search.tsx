/** The search provider that the project uses: its own, or the server's. The key is written, never read back. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { QueryView } from "@/components/parts/display/query-view";
import { Field } from "@/components/parts/forms/field";
import { AddressField, KeyField, ServiceForm, useServiceForm } from "@/components/parts/forms/service-form";
import { ServiceTest } from "@/components/parts/forms/service-test";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { webSearchApi } from "@/generated/addresses/web-search";
import { PROVIDER_NAMES, PROVIDERS } from "@/lib/web-search/constants";

type Settings = ResultOf<typeof webSearchApi.getWebSearch>;

const READERS = [webSearchApi.getWebSearch];

export function WebSearch() {
  const client = useQueryClient();
  const loading = useQuery(query(webSearchApi.getWebSearch, {}));
  return (
    <QueryView query={loading} what="the web search" skeleton={<Skeleton className="h-40" />}>
      {(settings) => (
        <div className="space-y-5">
          <p className="text-sm text-muted">{inUse(settings)}</p>
          <SearchForm key={settings.project?.updated_at ?? "none"} settings={settings} />
          <ServiceTest
            noun="search"
            project={settings.project !== null}
            server={settings.server !== null}
            test={mutation(webSearchApi.testWebSearch, client)}
            remove={mutation(webSearchApi.deleteWebSearch, client, { refresh: READERS })}
          />
        </div>
      )}
    </QueryView>
  );
}

function inUse({ project, server }: Settings): string {
  if (project) return `In use: ${PROVIDERS[project.provider].title} (this project).`;
  if (server) return `In use: ${PROVIDERS[server.provider].title} (set by the operator for all projects).`;
  return "Not set. The operator can set one for all projects with PATCHBAY_SEARCH_PROVIDER.";
}

function SearchForm({ settings: { project } }: { settings: Settings }) {
  const set = mutation(webSearchApi.setWebSearch, useQueryClient(), { refresh: READERS });
  const { form, dirty } = useServiceForm({
    schema: () => import("./form-schemas").then(({ Provider }) => Provider),
    initial: { provider: project?.provider ?? "searxng", base_url: project?.base_url ?? "", api_key: "" },
    words: { base_url: "Enter the server’s URL, such as https://search.example.com." },
    message: "Web search saved",
    save: (body) => set.mutationFn({ body }),
    onSaved: set.onSuccess,
  });
  const isSearxng = form.values.provider === "searxng";
  return (
    <ServiceForm form={form} dirty={dirty} service="web search" noun="search">
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
      <AddressField
        form={form}
        optional={!isSearxng}
        help={
          isSearxng
            ? "URL of a SearXNG server that has the JSON format enabled."
            : "Leave empty to use the provider’s default."
        }
        placeholder="https://search.example.com"
      />
      <KeyField
        form={form}
        optional={isSearxng || project?.has_key === true}
        isStored={project?.has_key === true}
        limit="A different provider or URL needs its own key."
      />
    </ServiceForm>
  );
}
