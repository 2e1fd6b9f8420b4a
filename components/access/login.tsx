/**
 * The sign-in page. For a server without an owner it shows the next step; a person who is already signed in continues
 * at once.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { accessApi } from "@/generated/addresses/access";
import { signInApi } from "@/generated/addresses/access/sign-in";
import { PageHeader } from "@/components/parts/shell/page-header";
import { ClientError, query } from "@/lib/contract/client";
import { SECOND_STEP_REQUIRED, SSO_REQUIRED } from "@/lib/contract/confirm-again";
import { LoginForm } from "./login-form";
import { toSafeNext } from "./safe-next";

// most visits have no second step
const SecondStep = dynamic(() => import("./factors/second-step").then(({ SecondStep }) => SecondStep), { ssr: false });

const ConfirmPerson = dynamic(() => import("./factors/confirm-person").then(({ ConfirmPerson }) => ConfirmPerson), {
  ssr: false,
});

const SsoSignIn = dynamic(() => import("@/components/sso/sso-sign-in").then(({ SsoSignIn }) => SsoSignIn), {
  ssr: false,
});

// only for members of an organization that requires it
const RequiredSecondStep = dynamic(
  () => import("./factors/required-second-step").then(({ RequiredSecondStep }) => RequiredSecondStep),
  { ssr: false },
);

const isRefusedFor = (slug: string, error: unknown): boolean =>
  error instanceof ClientError && error.detail.slug === slug;

/** `known`: the browser has the cookie of a session, which has possibly ended. */
export function Login({ known: isKnown }: { known: boolean }) {
  const search = useSearchParams();
  const next = toSafeNext(search.get("next"));
  // A sign-in with a provider comes back here for its second step.
  // A member who lets a program in proves themselves first.
  const isToConfirm = search.get("step") === "confirm";
  const [asksForCode, setAsksForCode] = useState(search.get("step") === "code");
  const [usesSso, setUsesSso] = useState<boolean | null>(null);
  const setup = useQuery({ ...query(accessApi.getSetup, { query: {} }), retry: false });
  const session = useQuery({ ...query(signInApi.getSession, {}), enabled: isKnown, retry: false, staleTime: 0 });
  const isToSetUp = isRefusedFor(SECOND_STEP_REQUIRED, session.error);
  const needsSso = isRefusedFor(SSO_REQUIRED, session.error);
  useEffect(() => {
    if (session.data && !isToConfirm) window.location.replace(next);
  }, [session.data, next, isToConfirm]);
  if (setup.data?.owner === false)
    return (
      <PageHeader
        title="No owner yet"
        description={<>Open the setup link the server printed at startup to create the owner’s account.</>}
      />
    );
  if (isToSetUp)
    return (
      <>
        <PageHeader
          title="Set up two-step sign-in"
          description="Your organization requires it. Use an authenticator app, or a passkey of this device."
        />
        <RequiredSecondStep onDone={() => window.location.replace(next)} />
      </>
    );
  if (isToConfirm && session.data)
    return (
      <>
        <PageHeader title="Confirm that it’s you" description="You signed in a while ago." />
        <ConfirmPerson next={next} onDone={() => window.location.replace(next)} />
      </>
    );
  if (asksForCode)
    return (
      <>
        <PageHeader title="Enter your code" description="Your account has two-step sign-in." />
        <SecondStep onDone={() => window.location.replace(next)} onBack={() => setAsksForCode(false)} />
      </>
    );
  // After a failed return from the provider, the form below has the reason.
  if (usesSso ?? (needsSso && !search.has("error")))
    return (
      <>
        <PageHeader
          title="Single sign-on"
          description={
            needsSso
              ? "Your organization requires it. Sign in with its provider."
              : "Sign in with your organization’s provider."
          }
        />
        <SsoSignIn next={next} onBack={() => setUsesSso(false)} />
      </>
    );
  return (
    <>
      <PageHeader title="Sign in" description="Sign in to your Patchbay server." />
      <LoginForm onSecondStep={() => setAsksForCode(true)} onSso={() => setUsesSso(true)} />
    </>
  );
}
