/** Your own account: the name, the password, the look, and the end of every session. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState, useSyncExternalStore } from "react";
import { chooseTimes, useTimes } from "@/components/parts/display/clock";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { QueryView } from "@/components/parts/display/query-view";
import { SaveButton } from "@/components/parts/forms/save-button";
import { Segmented } from "@/components/parts/forms/segmented";
import { chooseTheme, currentTheme, onTheme } from "@/components/parts/shell/theme";
import { useToast } from "@/components/parts/shell/toast";
import { useForm } from "@/components/parts/forms/use-form";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { chooseProject, mutation, query, type ResultOf } from "@/lib/contract/client";
import { Passkeys } from "./factors/passkeys";
import { SecondFactor } from "./factors/second-factor";
import { UserKeys } from "./keys/user-keys";
import { PasswordForm } from "./password-form";
import { SignIns } from "./factors/sign-ins";
import { SettingsSection } from "./settings-section";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type Profile = ResultOf<typeof accessApi.getProfile>;

export function ProfileSettings() {
  const profile = useQuery(query(accessApi.getProfile, {}));
  return (
    <QueryView
      query={profile}
      what="your profile"
      skeleton={
        <div className="max-w-2xl space-y-6">
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} className="h-14" />
          ))}
        </div>
      }
    >
      {(userProfile) => (
        <div>
          <SettingsSection
            title="You"
            text={<span className="wrap-anywhere">You sign in as {userProfile.email}.</span>}
          >
            <NameForm profile={userProfile} />
          </SettingsSection>
          <SettingsSection
            title="Password"
            text={userProfile.has_password ? "Changing it signs you out everywhere else." : undefined}
          >
            {userProfile.has_password ? (
              <PasswordForm email={userProfile.email} />
            ) : (
              <p className="text-sm text-muted">
                You sign in through your organization’s identity provider, so there’s no password here.
              </p>
            )}
          </SettingsSection>
          <SettingsSection
            title="Two-step sign-in"
            text="After your password, signing in asks for a code of an authenticator app."
          >
            <SecondFactor />
          </SettingsSection>
          <SettingsSection
            title="Passkeys"
            text="Sign in with your device’s PIN or fingerprint, or a security key, without a password."
          >
            <Passkeys />
          </SettingsSection>
          <SettingsSection title="Theme" text="Saved in this browser.">
            <ThemeChoice />
          </SettingsSection>
          <SettingsSection title="Times" text="Hover over a time to see the exact value. Saved in this browser.">
            <TimesChoice />
          </SettingsSection>
          <SettingsSection
            title="Your keys"
            text="A key of your own acts as you in this organization, for example for a command line."
          >
            <UserKeys />
          </SettingsSection>
          <SettingsSection title="Sign-ins" text="Sign out everywhere if you lost a laptop or used a shared computer.">
            <SignIns />
            <SignOutEverywhere />
          </SettingsSection>
        </div>
      )}
    </QueryView>
  );
}

function NameForm({ profile }: { profile: Profile }) {
  const toast = useToast();
  const update = mutation(accessApi.updateProfile, useQueryClient(), {
    refresh: [accessApi.getProfile, accessApi.getSession],
  });
  const form = useForm({
    schema: () => import("./form-schemas").then(({ ProfileName }) => ProfileName),
    initial: { name: profile.name ?? "" },
    submit: async ({ name = "" }) => {
      await update.mutationFn({ body: { name } });
      toast("Name saved");
      await update.onSuccess();
    },
  });
  const dirty = form.values.name !== (profile.name ?? "");
  useLeaveGuard(dirty);
  return (
    <Form still onSubmit={form.onSubmit}>
      <Field label="Your name" optional error={form.error("name")}>
        {(wiring) => <Input autoComplete="name" {...wiring} {...form.control("name")} />}
      </Field>
      {form.failure ? <ErrorState title="Couldn’t save your name" error={form.failure} /> : null}
      <SaveButton pending={form.pending} dirty={dirty} saving="Saving name">
        Save name
      </SaveButton>
    </Form>
  );
}

const THEMES = [
  { key: "system", label: "System" },
  { key: "light", label: "Light" },
  { key: "dark", label: "Dark" },
] as const;

function ThemeChoice() {
  const theme = useSyncExternalStore(onTheme, currentTheme, () => "system" as const);
  return <Segmented label="Theme" options={THEMES} value={theme} onChange={chooseTheme} />;
}

const TIMES = [
  { key: "mine", label: "My time zone" },
  { key: "utc", label: "UTC" },
] as const;

const TimesChoice = () => <Segmented label="Times" options={TIMES} value={useTimes()} onChange={chooseTimes} />;

function SignOutEverywhere() {
  const [isConfirming, setAsking] = useState(false);
  const leave = useMutation(mutation(accessApi.signOutEverywhere, useQueryClient()));
  const go = () => {
    chooseProject(null);
    window.location.assign("/login");
  };
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      {isConfirming ? (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title="Sign out everywhere?"
          consequence={
            "Every browser signed in as you, including this one, will have to sign in again. " +
            "Your own keys, such as those of command lines, are revoked. API keys of projects keep working."
          }
          action="Sign out everywhere"
          pending={leave.isPending}
          error={leave.error}
          onConfirm={() => leave.mutate({}, { onSuccess: go })}
        />
      ) : null}
    </>
  );
}
