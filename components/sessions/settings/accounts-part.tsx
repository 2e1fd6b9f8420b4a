/** The accounts that an agent uses: an auth config or an account for a toolkit. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { toUsedToolkits, useAuthConfigs } from "@/components/auth-configs/use-auth-configs";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { ToolkitName, useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query } from "@/lib/contract/client";
import type { PartProps } from "./access-part";
import { FormSection } from "./form-section";
import { errorsUnder, withEntry, withSetting } from "./settings-draft";

const MOST_OFFERED = 200;

export function AccountsPart({ settings, onChange, errors, userId }: PartProps & { userId: string }) {
  return (
    <>
      <AuthConfigs settings={settings} onChange={onChange} errors={errors} />
      <Accounts settings={settings} onChange={onChange} errors={errors} userId={userId} />
    </>
  );
}

function AuthConfigs({ settings, onChange, errors }: PartProps) {
  const nameOf = useToolkitNames();
  const configs = useAuthConfigs().data?.items ?? [];
  const authConfigs = settings.auth_configs ?? {};
  const set = (toolkit: string, id: string | undefined) =>
    onChange(withSetting(settings, "auth_configs", withEntry(authConfigs, toolkit, id)));
  const free = toUsedToolkits(configs).filter((slug) => !Object.hasOwn(authConfigs, slug));
  const of = (toolkit: string) => configs.filter((config) => config.toolkit.slug === toolkit);
  return (
    <FormSection
      title="Auth configs"
      help="How users connect. Only accounts of the selected auth configs are used."
      errors={errorsUnder(errors, "auth_configs")}
    >
      {Object.entries(authConfigs).map(([toolkit, id]) => (
        <Line key={toolkit} toolkit={toolkit} onRemove={() => set(toolkit, undefined)}>
          <Select
            aria-label={`Auth config of ${nameOf(toolkit)}`}
            value={id}
            onChange={(event) => set(toolkit, event.currentTarget.value)}
          >
            {of(toolkit).some((config) => config.id === id) ? null : <option value={id}>{id}</option>}
            {of(toolkit).map((config) => (
              <option key={config.id} value={config.id}>
                {config.name}
              </option>
            ))}
          </Select>
        </Line>
      ))}
      {configs.length === 0 ? (
        <p className="text-sm text-muted">
          No auth configs in this project yet.{" "}
          <Link href="/auth-configs/new" className="rounded-sm underline underline-offset-4 hover:text-ink">
            Create auth config
          </Link>
        </p>
      ) : (
        <Add label="Choose an auth config for a toolkit" toolkits={free} onAdd={(slug) => set(slug, of(slug)[0]?.id)} />
      )}
    </FormSection>
  );
}

function Accounts({ settings, onChange, errors, userId }: PartProps & { userId: string }) {
  const nameOf = useToolkitNames();
  const user = userId.trim();
  const accounts = useQuery({
    ...query(connectedAccountsApi.listConnectedAccounts, { query: { user_ids: user, limit: MOST_OFFERED } }),
    enabled: user !== "",
  });
  const usersAccounts = user === "" ? [] : (accounts.data?.items ?? []);
  const pinned = settings.connected_accounts ?? {};
  const set = (toolkit: string, id: string | string[] | undefined) =>
    onChange(withSetting(settings, "connected_accounts", withEntry(pinned, toolkit, id)));
  const of = (toolkit: string) => usersAccounts.filter((account) => account.toolkit.slug === toolkit);
  const free = [...new Set(usersAccounts.map(({ toolkit }) => toolkit.slug))]
    .sort()
    .filter((slug) => !Object.hasOwn(pinned, slug));
  const names = new Map(usersAccounts.map((account) => [account.id, account.alias ?? account.id]));
  return (
    <FormSection
      title="Accounts"
      help="If none are selected, the user’s newest active account is used."
      errors={errorsUnder(errors, "connected_accounts")}
    >
      {Object.entries(pinned).map(([toolkit, ids]) => (
        <Line key={toolkit} toolkit={toolkit} onRemove={() => set(toolkit, undefined)}>
          <Select
            aria-label={`Account of ${nameOf(toolkit)}`}
            value={[ids].flat().join(" ")}
            onChange={(event) => set(toolkit, event.currentTarget.value.split(" "))}
          >
            {[...new Set([[ids].flat().join(" "), ...of(toolkit).map(({ id }) => id)])].map((value) => (
              <option key={value} value={value}>
                {value
                  .split(" ")
                  .map((id) => names.get(id) ?? id)
                  .join(", ")}
              </option>
            ))}
          </Select>
        </Line>
      ))}
      {free.length > 0 ? (
        <Add
          label="Choose an account for a toolkit"
          toolkits={free}
          onAdd={(slug) => set(slug, of(slug)[0] && [of(slug)[0]?.id ?? ""])}
        />
      ) : Object.keys(pinned).length === 0 ? (
        <p className="text-sm text-muted">
          {user === "" ? "Enter a user ID first." : "This user has no connected accounts yet."}
        </p>
      ) : null}
    </FormSection>
  );
}

type LineProps = { toolkit: string; onRemove: () => void; children: React.ReactNode };

const Line = ({ toolkit, onRemove, children }: LineProps) => (
  <div className="flex items-center gap-2">
    <span className="flex w-32 min-w-0 shrink-0 items-center gap-2 text-sm">
      <ToolkitLogo slug={toolkit} />{" "}
      <span className="truncate">
        <ToolkitName slug={toolkit} />
      </span>
    </span>
    <span className="min-w-0 flex-1">{children}</span>
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Remove the selection for ${useToolkitNames()(toolkit)}`}
      onClick={onRemove}
    >
      <X aria-hidden />
    </Button>
  </div>
);

type AddProps = { label: string; toolkits: readonly string[]; onAdd: (slug: string) => void };

function Add({ label, toolkits, onAdd }: AddProps) {
  const nameOf = useToolkitNames();
  if (toolkits.length === 0) return null;
  return (
    <Select
      aria-label={label}
      value=""
      onChange={(event) => event.currentTarget.value && onAdd(event.currentTarget.value)}
      className="max-w-80"
    >
      <option value="">{label}</option>
      {toolkits.map((slug) => (
        <option key={slug} value={slug}>
          {nameOf(slug)}
        </option>
      ))}
    </Select>
  );
}
