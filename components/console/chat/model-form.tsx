/** The key of a model provider: for this browser tab, or for the project. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { required, requiredAddress, useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { languageModelApi } from "@/generated/addresses/llm";
import { mutation } from "@/lib/contract/client";
import { PROVIDERS, providerOfKey, type ChatModel, type ProviderKey } from "./chat-model";

type Draft = { provider: ProviderKey; address: string; model: string; apiKey: string; place: "tab" | "project" };

const EMPTY: Draft = { provider: "openai", address: "", model: PROVIDERS[0].model, apiKey: "", place: "tab" };

const presetOf = (key: ProviderKey) => PROVIDERS.find((provider) => provider.key === key) ?? PROVIDERS[2];

/** A pasted key chooses its provider, and a provider its usual model. */
function withChanges(before: Draft, changes: Partial<Draft>): Draft {
  const provider = changes.provider ?? (changes.apiKey ? providerOfKey(changes.apiKey.trim()) : undefined);
  if (!provider || provider === before.provider) return { ...before, ...changes };
  return { ...before, ...changes, provider, model: presetOf(provider).model };
}

/** The model of a filled form. */
function toModel({ provider, address, model, apiKey }: Draft): ChatModel {
  const key = apiKey.trim();
  return {
    base_url: provider === "other" ? address.trim() : presetOf(provider).address,
    model: model.trim(),
    ...(key && { api_key: key }),
  };
}

type ModelFormProps = {
  /** Called with a model for this tab; null after the project got one. */
  onModel: (model: ChatModel | null) => void;
  onCancel?: (() => void) | undefined;
};

export function ModelForm({ onModel, onCancel }: ModelFormProps) {
  const mayKeep = useMay("project:write");
  const [draft, setDraft] = useState(EMPTY);
  const { provider, address, model, apiKey, place } = draft;
  const isOther = provider === "other";
  const { mayGo, error } = useTried({
    apiKey: isOther ? undefined : required(apiKey, "Enter a key."),
    address: isOther ? requiredAddress(address, "Enter the URL.") : undefined,
    model: required(model, "Enter a model."),
  });
  const keep = useMutation(
    mutation(languageModelApi.setLanguageModel, useQueryClient(), {
      refresh: [languageModelApi.getLanguageModel],
    }),
  );
  const use = () => {
    if (place === "project" && mayKeep) keep.mutate({ body: toModel(draft) }, { onSuccess: () => onModel(null) });
    else onModel(toModel(draft));
  };
  return (
    <form
      noValidate
      aria-label="Language model"
      className="space-y-4 rounded-lg border p-4"
      onSubmit={(event) => {
        if (mayGo(event)) use();
      }}
    >
      <Fields
        draft={draft}
        mayKeep={mayKeep}
        errors={{ apiKey: error("apiKey"), address: error("address"), model: error("model") }}
        onChange={(changes) => setDraft((before) => withChanges(before, changes))}
      />
      {keep.error ? <ErrorState title="Couldn’t save the model" error={keep.error} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{keep.isPending ? "Saving" : "Use this model"}</Button>
        {onCancel ? (
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}

type FieldsProps = {
  draft: Draft;
  mayKeep: boolean;
  errors: Record<"apiKey" | "address" | "model", string | undefined>;
  onChange: (changes: Partial<Draft>) => void;
};

function Fields({ draft: { provider, address, model, apiKey, place }, mayKeep, errors, onChange }: FieldsProps) {
  const isOther = provider === "other";
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Text
        label="API key"
        value={apiKey}
        optional={isOther}
        isSecret
        error={errors.apiKey}
        onChange={(text) => onChange({ apiKey: text })}
      />
      <Field label="Provider">
        {(wiring) => (
          <Select
            {...wiring}
            value={provider}
            onChange={(event) => onChange({ provider: event.currentTarget.value as ProviderKey })}
          >
            {PROVIDERS.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isOther ? (
        <Text
          label="URL"
          value={address}
          error={errors.address}
          placeholder="https://models.example.com/v1"
          onChange={(text) => onChange({ address: text })}
        />
      ) : null}
      <Text label="Model" value={model} error={errors.model} onChange={(text) => onChange({ model: text })} />
      <Field
        label="Keep the key"
        help={
          place === "tab"
            ? "Sent with each message, not stored on this server."
            : "Stored encrypted. Used by every agent and search in this project."
        }
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={mayKeep ? place : "tab"}
            onChange={(event) => onChange({ place: event.currentTarget.value as Draft["place"] })}
          >
            <option value="tab">In this browser tab</option>
            {mayKeep ? <option value="project">For the project</option> : null}
          </Select>
        )}
      </Field>
    </div>
  );
}

type TextProps = {
  label: string;
  value: string;
  error: string | undefined;
  optional?: boolean;
  isSecret?: boolean;
  placeholder?: string;
  onChange: (text: string) => void;
};

const Text = ({ label, value, error, optional, isSecret, placeholder, onChange }: TextProps) => (
  <Field label={label} error={error} optional={optional}>
    {(wiring) => (
      <Input
        {...wiring}
        type={isSecret ? "password" : "text"}
        autoComplete={isSecret ? "new-password" : "off"}
        spellCheck={false}
        maxLength={2000}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="font-mono"
      />
    )}
  </Field>
);
