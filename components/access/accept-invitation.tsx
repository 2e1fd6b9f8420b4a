/**
 * An invitation: creates the account of a new person, or lets a person with an account accept; then opens the
 * dashboard.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { getSession } from "next-auth/react";
import { useSyncExternalStore } from "react";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { call, ClientError, type ResultOf } from "@/lib/contract/client";
import { AcceptForms } from "./accept-forms";

type Invitation = ResultOf<typeof accessApi.readInvitation>;

const onHash = (changed: () => void): (() => void) => {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
};

/** The token after the # of the URL; null until the browser has read it. */
const useToken = (): string | null =>
  useSyncExternalStore(
    onHash,
    () => window.location.hash.slice(1),
    () => null,
  );

const isGone = (error: unknown): boolean => error instanceof ClientError && [400, 410].includes(error.status);

export function AcceptInvitation() {
  const token = useToken();
  const invitation = useQuery({
    queryKey: [accessApi.readInvitation.id, token],
    queryFn: async ({ signal }) => ({
      ...(await call(accessApi.readInvitation, { body: { token: token ?? "" } }, signal)),
      // The signed-in person, in any organization or none.
      signedInAs: (await getSession())?.user?.email ?? null,
    }),
    enabled: token !== null && token !== "",
    staleTime: Infinity,
    retry: false,
  });
  if (token === "" || isGone(invitation.error)) return <Closed />;
  return (
    <QueryView query={invitation} what="the invitation" skeleton={<Shape />}>
      {(openInvitation) => (
        <>
          <PageHeader
            title={<>Join {apart(openInvitation.organization_name)}</>}
            description={<About invitation={openInvitation} />}
          />
          <AcceptForms token={token ?? ""} invitation={openInvitation} signedInAs={openInvitation.signedInAs} />
        </>
      )}
    </QueryView>
  );
}

/** Names are written by strangers: isolated, so that their text direction marks do not affect the surrounding text. */
const apart = (name: string) => <bdi className="wrap-anywhere">{name}</bdi>;

const About = ({ invitation: { invited_by: by, role, email } }: { invitation: Invitation }) => (
  <>
    {apart(by)} invites <span className="wrap-anywhere">{email}</span> to this Patchbay server as{" "}
    {/^[ao]/.test(role) ? "an" : "a"} {role}.
  </>
);

function Closed() {
  return (
    <>
      <PageHeader title="Invitation" />
      <div className="space-y-4">
        <Alert tone="warning" title="This invitation does not work">
          It has been used, expired or revoked. Ask the person who invited you for a new link. If you already have an
          account, sign in.
        </Alert>
        <Button asChild variant="outline">
          <Link href="/login">Go to the sign-in page</Link>
        </Button>
      </div>
    </>
  );
}

const Shape = () => (
  <div className="space-y-5">
    {["w-40", "w-64", "w-full", "w-full"].map((width, row) => (
      <Skeleton key={row} className={width} />
    ))}
  </div>
);
