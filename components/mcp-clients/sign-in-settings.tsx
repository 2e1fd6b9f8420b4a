/** The page of the project's app that signs users in, and the identity provider whose tokens count. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { QueryView } from "@/components/parts/display/query-view";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useToast } from "@/components/parts/shell/toast";
import { useForm } from "@/components/parts/forms/use-form";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { mcpSignInApi } from "@/generated/addresses/oauth-server/sign-in-settings";

type Settings = ResultOf<typeof mcpSignInApi.getMcpSignIn>;

const FIELDS = {
  sign_in_url: {
    label: "Sign-in page of your app",
    help: "Signed-out users are redirected here with ?return_to=. Your app responds with a sign-in link.",
    placeholder: "https://app.example.com/patchbay/sign-in",
  },
  issuer: {
    label: "Token issuer",
    help: "The iss claim of your identity provider’s tokens. Its users then don’t need to sign in here.",
    placeholder: "https://login.example.com/",
  },
  jwks_url: {
    label: "JWKS URL",
    help: "URL of the issuer’s public keys.",
    placeholder: "https://login.example.com/.well-known/jwks.json",
  },
  audience: {
    label: "Audience",
    help: "The aud claim tokens must have.",
    placeholder: "patchbay-tools",
  },
  user_claim: {
    label: "User ID claim",
    help: "Use dots for nested claims (a.b). Default: sub.",
    placeholder: "sub",
  },
  toolkits_claim: {
    label: "Toolkits claim",
    help: "If set, tokens only work for the toolkits in this claim.",
    placeholder: "apps",
  },
} as const;
type Name = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Name[];

export function SignInSettings() {
  const settings = useQuery(query(mcpSignInApi.getMcpSignIn, {}));
  return (
    <QueryView query={settings} what="how your users sign in" skeleton={<Skeleton className="h-80" />}>
      {(signInSettings) => <SignInForm key={signInSettings.updated_at ?? "none"} settings={signInSettings} />}
    </QueryView>
  );
}

function useSignInForm({ sign_in_url, identity_provider: provider }: Settings) {
  const toast = useToast();
  const set = mutation(mcpSignInApi.setMcpSignIn, useQueryClient(), { refresh: [mcpSignInApi.getMcpSignIn] });
  const saved: Record<Name, string> = {
    sign_in_url: sign_in_url ?? "",
    issuer: provider?.issuer ?? "",
    jwks_url: provider?.jwks_url ?? "",
    audience: provider?.audience ?? "",
    user_claim: provider?.user_claim ?? "",
    toolkits_claim: provider?.toolkits_claim ?? "",
  };
  const form = useForm({
    schema: () => import("./form-schemas").then(({ SignInFields }) => SignInFields),
    initial: saved,
    submit: async ({ sign_in_url: url, issuer, jwks_url, audience, ...claims }) => {
      const full = issuer && jwks_url && audience ? { issuer, jwks_url, audience, ...claims } : null;
      await set.mutationFn({ body: { sign_in_url: url ?? null, identity_provider: full } });
      toast("Sign-in settings saved");
      await set.onSuccess();
    },
  });
  const dirty = NAMES.some((name) => form.values[name] !== saved[name]);
  useLeaveGuard(dirty);
  return { form, dirty };
}

function SignInForm({ settings }: { settings: Settings }) {
  const { form, dirty } = useSignInForm(settings);
  const mayChange = useMay("project:write");
  return (
    <div className="max-w-xl">
      <Form still onSubmit={form.onSubmit}>
        {NAMES.map((name) => (
          <Field key={name} label={FIELDS[name].label} optional help={FIELDS[name].help} error={form.error(name)}>
            {(wiring) => (
              <Input
                autoComplete="off"
                spellCheck={false}
                placeholder={FIELDS[name].placeholder}
                {...wiring}
                {...form.control(name)}
              />
            )}
          </Field>
        ))}
        {form.failure ? <ErrorState title="Couldn’t save the sign-in settings" error={form.failure} /> : null}
        <SaveButton pending={form.pending} dirty={dirty} mayChange={mayChange} saving="Saving sign-in">
          Save sign-in
        </SaveButton>
      </Form>
    </div>
  );
}
