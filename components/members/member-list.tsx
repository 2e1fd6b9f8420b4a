/** The people of the organization, with the actions for each. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, UserRoundCog, UserRoundMinus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { DataTable, type Column } from "@/components/parts/lists/data-table";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { ROLE_WORDS, type Member, type Role } from "./role-words";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);
const RoleWindow = dynamic(() => import("./role-window").then(({ RoleWindow }) => RoleWindow), { ssr: false });

type MemberAction = { what: "role" | "remove"; member: Member };
type MemberListProps = {
  members: readonly Member[];
  /** The id of the person who looks. */
  you: string | undefined;
  /** The roles that the person may give and take away. */
  roles: readonly Role[];
};

const Never = () => <span className="text-muted">Not yet</span>;

export function MemberList({ members, you, roles }: MemberListProps) {
  const [action, setAsked] = useState<MemberAction | null>(null);
  const columns: Column<Member>[] = [
    {
      heading: "Person",
      cell: (member) => <Person member={member} isYou={member.id === you} />,
      className: "max-w-48 sm:max-w-none",
    },
    { heading: "Role", cell: ({ role }) => ROLE_WORDS[role].name },
    { heading: "Member since", cell: ({ joined_at: time }) => <RelativeTime at={time} />, wide: "lg" },
    {
      heading: "Last seen",
      cell: ({ last_seen_at: time }) => (time ? <RelativeTime at={time} /> : <Never />),
      wide: "md",
    },
    ...(roles.length > 0
      ? [
          {
            heading: "Two-step sign-in",
            cell: ({ has_second_step: hasStep }: Member) => (hasStep ? "On" : <span className="text-muted">Off</span>),
            wide: "md" as const,
          },
        ]
      : []),
    {
      heading: "Actions",
      hideHeading: true,
      className: "w-12 text-right",
      cell: (member) =>
        roles.includes(member.role) ? <Actions member={member} isYou={member.id === you} onAsk={setAsked} /> : null,
    },
  ];
  const close = () => setAsked(null);
  return (
    <>
      <DataTable caption="Members of this organization" columns={columns} rows={members} rowKey={({ id }) => id} />
      {action?.what === "role" ? (
        <RoleWindow member={action.member} isYou={action.member.id === you} roles={roles} onClose={close} />
      ) : null}
      {action?.what === "remove" ? <RemoveDialog member={action.member} onClose={close} /> : null}
    </>
  );
}

/** Names are what people call themselves: set apart, so that marks of direction in them turn nothing else around. */
function Person({ member: { name, email }, isYou }: { member: Member; isYou: boolean }) {
  return (
    <span className="block min-w-0">
      <span className="flex items-center gap-2">
        <bdi className="truncate font-medium" title={name ?? email}>
          {name ?? email}
        </bdi>
        {isYou ? <Badge>You</Badge> : null}
      </span>
      {name ? (
        <span className="block truncate text-xs text-muted" title={email}>
          {email}
        </span>
      ) : null}
    </span>
  );
}

type ActionsProps = { member: Member; isYou: boolean; onAsk: (action: MemberAction) => void };

function Actions({ member, isYou, onAsk }: ActionsProps) {
  const items = [
    { key: "role", label: "Change role", Icon: UserRoundCog, onSelect: () => onAsk({ what: "role", member }) },
    // Whoever wants to go themselves leaves, below.
    ...(isYou
      ? []
      : [{ key: "remove", label: "Remove", Icon: UserRoundMinus, onSelect: () => onAsk({ what: "remove", member }) }]),
  ];
  return (
    <Menu
      sections={[{ key: "member", items }]}
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${member.email}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    />
  );
}

const keysGoOn = (count: number): string =>
  count === 0
    ? ""
    : ` ${countOf(count, "API key")} they created will keep working: revoke the ones they shouldn’t have.`;

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = useMutation(
    mutation(accessApi.removeMember, useQueryClient(), { refresh: [accessApi.listMembers, accessApi.listInvitations] }),
  );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${member.email}?`}
      consequence={
        "They are signed out immediately, and their open invitations expire. What they created " +
        `stays.${keysGoOn(member.working_api_keys)}`
      }
      action="Remove member"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { user_id: member.id } }, { onSuccess: onClose })}
    />
  );
}
