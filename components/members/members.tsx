/** The page of members: who belongs here, who is invited, and the way out. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMay, useSession } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { Section } from "@/components/parts/display/section";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { pages } from "@/lib/contract/client";
import { Invitations } from "./invitations";
import { Invite } from "./invite";
import { Leave } from "./leave";
import { MemberList } from "./member-list";
import { OrganizationName } from "./organization-name";
import { SecondStepRule } from "./second-step-rule";
import type { Member } from "./role-words";

export function Members() {
  const { data: session, error } = useSession();
  const maySee = useMay("members:read");
  const mayRename = useMay("organization:write");
  const enabled = session !== undefined && maySee;
  const members = useInfiniteQuery({ ...pages(accessApi.listMembers, { query: { limit: 50 } }), enabled });
  const invitations = useInfiniteQuery({ ...pages(accessApi.listInvitations, { query: { limit: 50 } }), enabled });
  if (error && !session) return <ErrorState title="You’re not a member" error={error} />;
  const present = session?.projects.find(({ id }) => id === session.project_id);
  const organization = session?.organizations.find(({ id }) => id === present?.organization_id);
  const all = members.data?.pages.flatMap(({ items }) => items) ?? [];
  const roles = members.data?.pages[0]?.roles_to_give ?? [];
  // The parts below would move when the rows come.
  const isListed = session !== undefined && (!maySee || !(members.isPending || invitations.isPending));
  return (
    <>
      <PageHeader
        title={organization ? <span className="wrap-anywhere">Members of {organization.name}</span> : "Members"}
        description={"People who can sign in to this dashboard. " + "Roles apply to every project in the organization."}
      >
        <Invite roles={roles} isPending={session === undefined || (maySee && members.isPending)} />
      </PageHeader>
      <div className="space-y-8">
        {!session ? (
          <div aria-busy="true" className="overflow-hidden rounded-lg border">
            <Shape />
          </div>
        ) : maySee ? (
          <>
            <div className="overflow-hidden rounded-lg border">
              <QueryView query={members} what="members" skeleton={<Shape />}>
                {() => <MemberList members={all} you={session.user.id} roles={roles} />}
              </QueryView>
            </div>
            {isListed ? (
              <Section title="Invitations">
                <Invitations roles={roles} query={invitations} />
              </Section>
            ) : null}
          </>
        ) : (
          <Alert tone="info">Your role can’t see other members.</Alert>
        )}
        {isListed && organization && mayRename ? (
          <Section title="Organization">
            <div className="max-w-xl">
              <OrganizationName key={organization.name} name={organization.name} />
            </div>
          </Section>
        ) : null}
        {isListed && organization && mayRename ? (
          <Section title="Two-step sign-in">
            <SecondStepRule
              isRequired={members.data?.pages[0]?.second_step_required === true}
              members={all}
              isAll={!members.hasNextPage}
            />
          </Section>
        ) : null}
        {isListed ? (
          <Section title="Leave">
            <Leave isOnlyOwner={isOnlyOwner(all, session.user.id, !members.hasNextPage)} />
          </Section>
        ) : null}
      </div>
    </>
  );
}

/** If not all members are loaded yet, the server decides. */
const isOnlyOwner = (members: readonly Member[], you: string | undefined, isAll: boolean): boolean => {
  const owners = members.filter(({ role }) => role === "owner");
  return isAll && owners.length === 1 && owners[0]?.id === you;
};

const Shape = () => (
  <div className="space-y-4 p-4">
    <Skeleton className="w-48 max-w-full" />
    <Skeleton className="w-64 max-w-full" />
  </div>
);
