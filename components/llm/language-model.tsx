/** The language model that the project uses: its own, or the server's. The key is written, never read back. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { QueryView } from "@/components/parts/display/query-view";
import { Field } from "@/components/parts/forms/field";
import { AddressField, KeyField, ServiceForm, useServiceForm } from "@/components/parts/forms/service-form";
import { ServiceTest } from "@/components/parts/forms/service-test";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { languageModelApi } from "@/generated/addresses/llm";

type Settings = ResultOf<typeof languageModelApi.getLanguageModel>;

const READERS = [languageModelApi.getLanguageModel];
const EMPTY = { base_url: "Enter the model API’s URL.", model: "Enter the model’s name." };
const WORDS = {
  base_url: "Enter a full URL starting with https://, without /chat/completions at the end.",
  model: "Enter the model’s name.",
};

export function LanguageModel() {
  const client = useQueryClient();
  const loading = useQuery(query(languageModelApi.getLanguageModel, {}));
  return (
    <QueryView query={loading} what="the language model" skeleton={<Skeleton className="h-40" />}>
      {(settings) => (
        <div className="space-y-5">
          <p className="text-sm text-muted">{inUse(settings)}</p>
          <ModelForm key={settings.project?.updated_at ?? "none"} settings={settings} />
          <ServiceTest
            noun="model"
            project={settings.project !== null}
            server={settings.server !== null}
            test={mutation(languageModelApi.testLanguageModel, client)}
            remove={mutation(languageModelApi.deleteLanguageModel, client, { refresh: READERS })}
            isLimited={(result) => !result.calls_tools}
          />
        </div>
      )}
    </QueryView>
  );
}

function inUse({ project, server }: Settings): string {
  if (project) return `In use: ${project.model} (this project).`;
  if (server) return `In use: ${server.model} (set by the operator for all projects).`;
  return "Not set. The operator can set one for all projects with PATCHBAY_LLM_BASE_URL and PATCHBAY_LLM_MODEL.";
}

function ModelForm({ settings: { project } }: { settings: Settings }) {
  const set = mutation(languageModelApi.setLanguageModel, useQueryClient(), { refresh: READERS });
  const { form, dirty } = useServiceForm({
    schema: () => import("./form-schemas").then(({ Model }) => Model),
    initial: { base_url: project?.base_url ?? "", model: project?.model ?? "", api_key: "" },
    empty: EMPTY,
    words: WORDS,
    message: "Language model saved",
    save: (body) => set.mutationFn({ body }),
    onSaved: set.onSuccess,
  });
  return (
    <ServiceForm form={form} dirty={dirty} service="language model" noun="model">
      <AddressField
        form={form}
        help="URL of an OpenAI-compatible chat completions API, without /chat/completions."
        placeholder="https://models.example.com/v1"
      />
      <Field label="Model" error={form.error("model")}>
        {(wiring) => <Input autoComplete="off" spellCheck={false} {...wiring} {...form.control("model")} />}
      </Field>
      <KeyField form={form} optional isStored={project?.has_key === true} limit="A different URL needs its own key." />
    </ServiceForm>
  );
}
