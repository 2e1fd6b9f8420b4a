/** The policies of an organization or a project in their order: switched, moved, changed and deleted. */
"use client";
import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState, type ReactNode } from "react";
import { useKeyNames } from "@/components/access/keys/use-key-names";
import { HINTS } from "@/components/catalog/tool-hints";
import { useAccountName } from "@/components/connected-accounts/use-account-name";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { QueryView } from "@/components/parts/display/query-view";
import { useToolkitNames, useToolkitOf } from "@/components/parts/display/toolkit-name";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import { toDraft, type Policy } from "./policy-draft";
import { toActWords, toCoverage } from "./policy-words";
import { usePolicies, usePolicyChanges, type PolicyScope } from "./use-policy-changes";

const PolicyWindow = dynamic(() => import("./policy-window").then(({ PolicyWindow }) => PolicyWindow), { ssr: false });
const DeletePolicy = dynamic(() => import("./delete-policy").then(({ DeletePolicy }) => DeletePolicy), { ssr: false });

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : "");

type Acts = {
  may: boolean;
  last: number;
  isBusy: boolean;
  indexOf: (policy: Policy) => number;
  move: (index: number, by: 1 | -1) => void;
  turn: (policy: Policy, enabled: boolean) => void;
  change: (policy: Policy) => void;
  remove: (policy: Policy) => void;
};

function MoveButtons({ policy, acts }: { policy: Policy; acts: Acts }) {
  const index = acts.indexOf(policy);
  const buttons = [
    { label: `Move ${policy.name} up`, title: "Move up", by: -1, Icon: ArrowUp, isEnd: index === 0 },
    { label: `Move ${policy.name} down`, title: "Move down", by: 1, Icon: ArrowDown, isEnd: index === acts.last },
  ] as const;
  return buttons.map(({ label, title, by, Icon, isEnd }) => (
    <Button
      key={title}
      variant="ghost"
      size="icon"
      aria-label={label}
      title={title}
      disabled={isEnd || acts.isBusy}
      onClick={() => acts.move(index, by)}
    >
      <Icon aria-hidden />
    </Button>
  ));
}

const RowButtons = ({ policy, acts }: { policy: Policy; acts: Acts }) => (
  <span className="ml-auto flex flex-wrap justify-end max-md:w-18 md:flex-nowrap">
    <MoveButtons policy={policy} acts={acts} />
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Change ${policy.name}`}
      title="Change"
      onClick={() => acts.change(policy)}
    >
      <Pencil aria-hidden />
    </Button>
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Delete ${policy.name}`}
      title="Delete"
      onClick={() => acts.remove(policy)}
    >
      <Trash2 aria-hidden />
    </Button>
  </span>
);

function Coverage({ policy }: { policy: Policy }) {
  const { accounts, api_keys: keys } = toDraft(policy);
  const account = useAccountName(accounts.length === 1 ? accounts[0] : undefined);
  const keyNames = useKeyNames(keys.length === 1);
  const words = toCoverage(policy, {
    nameOf: useToolkitNames(),
    toolkitOf: useToolkitOf(),
    hintOf: (tag) => HINTS.find((hint) => hint.tag === tag)?.label ?? tag,
    accountOf: () => account,
    keyOf: (id) => keyNames.get(id),
  });
  return (
    <span className="block truncate text-xs text-muted" title={words}>
      {words}
    </span>
  );
}

const toColumns = (acts: Acts): Column<Policy>[] => [
  {
    heading: "Policy",
    className: "w-full max-w-0 min-w-28",
    cell: (policy) => (
      <span className="block min-w-0">
        <span className="block truncate font-medium" title={policy.name}>
          {policy.name}
        </span>
        <span className="block truncate text-xs text-muted md:hidden">{toActWords(policy)}</span>
        <Coverage policy={policy} />
      </span>
    ),
  },
  { heading: "Action", wide: "md", cell: (policy) => <span className="block w-56">{toActWords(policy)}</span> },
  {
    heading: "On",
    cell: (policy) => (
      <Switch
        label={`${policy.name} applies`}
        hideLabel
        checked={policy.enabled}
        disabled={!acts.may || acts.isBusy}
        onChange={(enabled) => acts.turn(policy, enabled)}
      />
    ),
  },
  {
    heading: "Actions",
    hideHeading: true,
    className: "text-right",
    cell: (policy) => (acts.may ? <RowButtons policy={policy} acts={acts} /> : null),
  },
];

/** Changes of the list itself; a failure is said in a toast. */
function useListChanges(scope: PolicyScope, items: readonly Policy[]) {
  const toast = useToast();
  const { update, order } = usePolicyChanges(scope);
  const onError = (error: unknown) => toast(`Couldn’t change the policies. ${sentenceOf(error)}`, { tone: "error" });
  return {
    isBusy: update.isPending || order.isPending,
    turn: ({ id, name }: Policy, enabled: boolean) =>
      update.mutate(
        { params: { id }, body: { enabled } },
        { onSuccess: () => toast(`${name} is ${enabled ? "on" : "off"}`), onError },
      ),
    move: (index: number, by: 1 | -1) => {
      const ids = items.map(({ id }) => id);
      ids.splice(index + by, 0, ...ids.splice(index, 1));
      order.mutate({ body: { ids } }, { onError });
    },
  };
}

type ListProps = { scope: PolicyScope; may: boolean; caption: string; empty: ReactNode };

export function PolicyList({ scope, may, caption, empty }: ListProps) {
  const policies = usePolicies(scope);
  const [draft, setDraft] = useState<Policy | null>(null);
  const [removing, setRemoving] = useState<Policy | null>(null);
  const items = policies.data?.items ?? [];
  const changes = useListChanges(scope, items);
  const columns = toColumns({
    may,
    last: items.length - 1,
    indexOf: (policy) => items.indexOf(policy),
    ...changes,
    change: setDraft,
    remove: setRemoving,
  });
  return (
    <>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={policies}
          what="policies"
          skeleton={<TableSkeleton columns={columns} rows={3} />}
          isEmpty={(data) => data.items.length === 0}
          empty={empty}
        >
          {(data) => <DataTable caption={caption} columns={columns} rows={data.items} rowKey={({ id }) => id} />}
        </QueryView>
      </div>
      {draft ? <PolicyWindow scope={scope} policy={draft} onClose={() => setDraft(null)} /> : null}
      {removing ? <DeletePolicy scope={scope} policy={removing} onClose={() => setRemoving(null)} /> : null}
    </>
  );
}
