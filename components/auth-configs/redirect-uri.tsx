/** The address that the provider's app must allow, and a field for those who put an address of their own before it. */
"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { CopyButton } from "@/components/parts/display/copy-button";
import { Field } from "@/components/parts/forms/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { AppGuideLink } from "./app-guide-link";
import type { FormParts } from "./credential-fields";
import type { Scheme, Toolkit } from "./credential-form";

const RedirectForwarder = dynamic(() => import("./redirect-forwarder").then((module) => module.RedirectForwarder), {
  ssr: false,
});

type RedirectUriProps = FormParts & {
  toolkit: Pick<Toolkit, "name" | "auth_guide_url">;
  scheme: Pick<Scheme, "redirect_uri">;
};

export function RedirectUri({ toolkit, scheme: { redirect_uri: uri = "" }, control, error }: RedirectUriProps) {
  const hasValue = Boolean(control("oauth_redirect_uri").value) || Boolean(error("oauth_redirect_uri"));
  const [hasCustomUri, setOwn] = useState(hasValue);
  const address = String(control("oauth_redirect_uri").value ?? "");
  return (
    <div className="space-y-3 rounded-lg border bg-surface p-3">
      <div className="space-y-1.5">
        <p className="text-sm font-medium">Redirect URI</p>
        <p className="text-xs text-muted">
          Add this exact redirect URI to your {toolkit.name} app.{" "}
          {toolkit.auth_guide_url ? <AppGuideLink url={toolkit.auth_guide_url} /> : null}
        </p>
        <p className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 font-mono text-xs wrap-anywhere">{uri}</code>
          <CopyButton text={uri} what="redirect URI" />
        </p>
      </div>
      {hasCustomUri ? (
        <>
          <Field
            label="Custom redirect URI"
            optional
            help={
              "A URL on your domain that forwards to the one above. " +
              "Users see your domain at the provider; register yours instead."
            }
            error={error("oauth_redirect_uri")}
          >
            {(wiring) => (
              <Input
                type="url"
                autoComplete="off"
                spellCheck={false}
                placeholder="https://auth.example.com/callback"
                {...wiring}
                {...control("oauth_redirect_uri")}
              />
            )}
          </Field>
          <RedirectForwarder address={address} callback={uri} />
        </>
      ) : (
        <Button variant="ghost" className="-ml-3" onClick={() => setOwn(true)}>
          Use a custom redirect URI
        </Button>
      )}
    </div>
  );
}
