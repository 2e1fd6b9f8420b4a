/** A URL for each client: a button that installs it, or what to paste where. */
"use client";
import { ExternalLink } from "lucide-react";
import { CodeBlock } from "@/components/parts/display/code-block";
import { Field } from "@/components/parts/forms/field";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { useSearchParams } from "next/navigation";
import { CLIENTS, toClientSetup, type ClientAuth, type ClientKey } from "./client-snippets";

const KEYS = Object.keys(CLIENTS) as ClientKey[];
const toKey = (text: string | null): ClientKey => KEYS.find((key) => key === text) ?? "claude-code";

type ClientSetupProps = { name: string; address: string; auth: ClientAuth };

/** The chosen client is in the URL of the page. */
export function ClientSetup({ name, address, auth }: ClientSetupProps) {
  const client = toKey(useSearchParams().get("client"));
  const { install, steps = [], pieces, note, obstacle } = toClientSetup(client, { name, url: address, auth });
  return (
    <div className="min-w-0 space-y-4">
      <Field label="Client">
        {(wiring) => (
          <Select
            {...wiring}
            value={client}
            onChange={(event) => changeSearch({ client: event.currentTarget.value })}
            className="max-w-80"
          >
            {KEYS.map((key) => (
              <option key={key} value={key}>
                {CLIENTS[key]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {obstacle ? <Alert tone="warning">{obstacle}</Alert> : null}
      {install ? (
        <Button asChild>
          <a href={install}>
            <ExternalLink aria-hidden /> Install in {CLIENTS[client]}
          </a>
        </Button>
      ) : null}
      {steps.length > 0 ? (
        <ol className="list-decimal space-y-1 pl-5 text-sm">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : null}
      {note ? <Alert tone="info">{note}</Alert> : null}
      {pieces.map(({ label, language, code }) => (
        <CodeBlock key={label} label={label} language={language === "toml" ? "text" : language} code={code} />
      ))}
    </div>
  );
}
