/** Which calls a policy covers: lists of values, chosen by name or typed with * for any characters. */
"use client";
import type { ReactNode } from "react";
import { useKeyNames } from "@/components/access/keys/use-key-names";
import { HINTS } from "@/components/catalog/tool-hints";
import { useAccountName } from "@/components/connected-accounts/use-account-name";
import { ToolkitsField } from "@/components/find/toolkits-field";
import { useCombobox, type ComboboxState, type Option } from "@/components/parts/forms/combobox";
import { PickField } from "@/components/parts/forms/pick-field";
import { ToolsField } from "@/components/suggestions/tools-field";
import { useFoundAccounts } from "@/components/suggestions/use-found";
import { UsersField } from "@/components/suggestions/users-field";
import { withTyped, type ToTyped } from "@/components/suggestions/with-typed";
import type { Draft, ListName } from "./policy-draft";

/** The operation's limit. */
const MOST = 100;
const MOST_OPTIONS = 8;
const WITHIN_PROJECT = { user: "", toolkit: "" };

type Change = (part: Partial<Draft>) => void;
type ListProps = { value: readonly string[]; onChange: (values: string[]) => void };

const asTyped: ToTyped = (text) => text || null;
const withoutSpaces: ToTyped = (text) => (/^\S+$/.test(text) ? text : null);

const fitting = (options: readonly Option[], text: string): Option[] =>
  options
    .filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(text.trim().toLowerCase()))
    .slice(0, MOST_OPTIONS);

type PickProps = ListProps & {
  state: ComboboxState;
  label: string;
  /** In place of a value while nothing is chosen. */
  all: string;
  more: string;
  options: readonly Option[];
  toTyped: ToTyped;
  chip?: (value: string) => ReactNode;
  help?: string;
};

const asItIs = (value: string): ReactNode => <span className="max-w-60 truncate">{value}</span>;

const Pick = ({ label, all, help, options, toTyped, state, chip = asItIs, ...rest }: PickProps) => (
  <Captioned label={label} help={help}>
    <PickField
      {...{ state, label, toTyped, chip, ...rest }}
      placeholder={all}
      options={withTyped(options, state.text, toTyped)}
      most={MOST}
      className="w-full"
    />
  </Captioned>
);

const Captioned = ({ label, help, children }: { label: string; help?: string | undefined; children: ReactNode }) => (
  <div className="min-w-0 space-y-1.5">
    <p className="text-sm font-medium">
      {label} <span className="font-normal text-muted">(optional)</span>
    </p>
    {children}
    {help ? <p className="text-xs text-muted">{help}</p> : null}
  </div>
);

function ToolsPick({ toolkits, ...list }: ListProps & { toolkits: readonly string[] }) {
  const [only = "", ...others] = toolkits;
  return (
    <Captioned label="Tools" help="By name, or a pattern: *_DELETE_*.">
      <ToolsField {...list} label="Tools" placeholder="All tools" most={MOST} toolkit={others.length > 0 ? "" : only} />
    </Captioned>
  );
}

const HINT_OPTIONS: readonly Option[] = HINTS.map(({ tag, label, title }) => ({
  value: tag,
  label,
  detail: title,
}));

function TagsPick(list: ListProps) {
  const state = useCombobox();
  const nameOf = (tag: string) => HINT_OPTIONS.find(({ value }) => value === tag)?.label ?? tag;
  return (
    <Pick
      {...{ state, options: fitting(HINT_OPTIONS, state.text), ...list }}
      label="What tools do"
      all="Anything"
      more="Add another"
      toTyped={asTyped}
      chip={(tag) => asItIs(nameOf(tag))}
      help="A hint, or a topic of tools."
    />
  );
}

const UsersPick = (list: ListProps) => (
  <Captioned label="User IDs" help="One user, or a pattern: trial-*.">
    <UsersField {...list} label="User IDs" most={MOST} />
  </Captioned>
);

function KeysPick(list: ListProps) {
  const state = useCombobox();
  const names = useKeyNames(state.open || list.value.length > 0);
  const options = fitting(
    [...names].map(([id, name]) => ({ value: id, label: name, detail: id })),
    state.text,
  );
  return (
    <Pick
      {...{ state, options, ...list }}
      label="API keys"
      all="All keys"
      more="Add a key"
      toTyped={withoutSpaces}
      chip={(id) => asItIs(names.get(id) ?? id)}
    />
  );
}

const AccountChip = ({ id }: { id: string }) => asItIs(useAccountName(id) ?? id);

function AccountsPick(list: ListProps) {
  const state = useCombobox();
  const options = useFoundAccounts({ text: state.text, enabled: state.open }, WITHIN_PROJECT);
  return (
    <Pick
      {...{ state, options, ...list }}
      label="Connected accounts"
      all="All accounts"
      more="Add an account"
      toTyped={withoutSpaces}
      chip={(id) => <AccountChip id={id} />}
    />
  );
}

export function CoveragePickers({ draft, change }: { draft: Draft; change: Change }) {
  const listOf = (name: ListName): ListProps => ({
    value: draft[name],
    onChange: (values) => change({ [name]: values }),
  });
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Captioned label="Toolkits">
        <ToolkitsField {...listOf("toolkits")} placeholder="All toolkits" most={MOST} className="w-full" />
      </Captioned>
      <ToolsPick toolkits={draft.toolkits} {...listOf("tools")} />
      <TagsPick {...listOf("tags")} />
      <UsersPick {...listOf("users")} />
      <KeysPick {...listOf("api_keys")} />
      <AccountsPick {...listOf("accounts")} />
    </div>
  );
}
