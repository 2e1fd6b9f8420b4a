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
const EMPTY = { base_url: "Enter the address of the model’s API.", model: "Enter the name of the model." };
const WORDS = {
  base_url: "Enter a full address that begins with https://, without /chat/completions at its end.",
  model: "Enter the name of the model.",
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
  if (project) return `In use: ${project.model}, of this project.`;
  if (server) return `In use: ${server.model}, which the operator has set for all projects.`;
  return "None is set. The operator can set one for all projects with PATCHBAY_LLM_BASE_URL and PATCHBAY_LLM_MODEL.";
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
        help="A server with OpenAI's chat completions API; the address without /chat/completions."
        placeholder="https://models.example.com/v1"
      />
      <Field label="Model" error={form.error("model")}>
        {(wiring) => <Input autoComplete="off" spellCheck={false} {...wiring} {...form.control("model")} />}
      </Field>
      <KeyField form={form} optional isStored={project?.has_key === true} limit="Another address needs its own key." />
    </ServiceForm>
  );
}
