/** Settings that most auth configs never need: URLs of a self-managed provider, a proxy, and choices of tools. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Field } from "@/components/parts/forms/field";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import type { ToolChoice } from "./config-body";
import { PROXY_FIELDS } from "./config-values";
import { CredentialFields, type FormParts } from "./credential-fields";
import { urlOverrides, type CredentialField, type Scheme, type Toolkit } from "./credential-form";
import { hasScopes } from "./scheme-words";

const ToolPicker = dynamic(() => import("./tool-picker").then(({ ToolPicker }) => ToolPicker), {
  ssr: false,
  loading: () => (
    <div aria-busy="true">
      <Skeleton className="h-56" />
    </div>
  ),
});

type AdvancedFieldsProps = FormParts & {
  toolkit: Toolkit;
  scheme: Scheme;
  /** Addresses belong to an app of one's own. */
  withUrls: boolean;
  tools: ToolChoice;
  onTools: (tools: ToolChoice) => void;
  /** Values that are stored, secrets masked. */
  stored?: Readonly<Record<string, string>>;
};

const ALLOWED = (count: number): string =>
  count === 0 ? "All tools. Select some to reject the rest." : `${countOf(count, "tool")}; all others are rejected.`;
const ACCOUNT_TOOLS_HELP = (count: number): string =>
  count === 0
    ? "Users are asked for the scopes above. Select tools to request only what they need."
    : `Users are asked for what ${countOf(count, "tool")} can use, unless you changed the scopes above.`;

export function AdvancedFields({
  toolkit,
  scheme,
  withUrls,
  control,
  error,
  tools,
  onTools,
  stored: storedTexts,
}: AdvancedFieldsProps) {
  const overrides = withUrls ? urlOverrides(toolkit, scheme) : [];
  // an error in a folded part would be out of sight
  const wrong = [...overrides.map(({ name }) => name), ...PROXY_FIELDS].some((name) => error(name));
  const [open, setOpen] = useState(false);
  return (
    <details
      open={open || wrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-lg border"
    >
      <summary
        className={cn(
          "flex h-10 cursor-pointer list-none items-center gap-2",
          "rounded-lg px-3 text-sm font-medium",
          "hover:bg-hover [&::-webkit-details-marker]:hidden",
        )}
      >
        <ChevronRight
          aria-hidden
          className="size-4 text-muted transition-transform duration-120 group-open:rotate-90"
        />{" "}
        Advanced
        <span className="min-w-0 truncate font-normal text-muted">
          {withUrls ? "Self-managed servers, allowed tools, proxy" : "Allowed tools"}
        </span>
      </summary>
      {open || wrong ? (
        <div className="space-y-5 border-t p-3">
          {overrides.map(({ name, label, help, usual }) => (
            <Field
              key={name}
              label={label}
              optional
              help={`${help}${usual ? " Leave empty for the default." : ""}`}
              error={error(name)}
            >
              {(wiring) => (
                <Input
                  type="url"
                  autoComplete="off"
                  spellCheck={false}
                  placeholder={usual}
                  {...wiring}
                  {...control(name)}
                />
              )}
            </Field>
          ))}
          {withUrls ? <ProxyFields control={control} error={error} stored={storedTexts} /> : null}
          <ToolPicker
            toolkit={toolkit.slug}
            label="Allowed tools"
            help={ALLOWED}
            value={tools.allowed}
            onChange={(allowed) => onTools({ ...tools, allowed })}
          />
          {hasScopes(scheme.mode) ? (
            <ToolPicker
              toolkit={toolkit.slug}
              label="Request only the scopes these tools need"
              help={ACCOUNT_TOOLS_HELP}
              value={tools.asked}
              onChange={(accountTools) => onTools({ ...tools, asked: accountTools })}
            />
          ) : null}
        </div>
      ) : null}
    </details>
  );
}

const KEY_FIELD: CredentialField = {
  name: "proxy_auth_key",
  displayName: "Key of the proxy",
  type: "string",
  required: false,
  is_secret: true,
  user_visible: true,
  description: "Username and password separated by a colon, or a token.",
};

function ProxyFields({ stored: storedTexts, ...form }: FormParts & Pick<AdvancedFieldsProps, "stored">) {
  return (
    <>
      <Field
        label="Proxy"
        optional
        help="All provider requests, including token requests, go through this proxy."
        error={form.error("proxy_url")}
      >
        {(wiring) => (
          <Input
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://proxy.example.com:3128"
            {...wiring}
            {...form.control("proxy_url")}
          />
        )}
      </Field>
      {form.control("proxy_url").value ? (
        <CredentialFields fields={[KEY_FIELD]} stored={storedTexts} {...form} />
      ) : null}
    </>
  );
}
