/** The columns of the list of keys, and the link that opens a key. */
"use client";
import { useSearchParams } from "next/navigation";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { StatusBadge } from "@/components/parts/display/status-badge";
import type { Column } from "@/components/parts/lists/data-table";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { accessApi } from "@/generated/addresses/access";
import type { ResultOf } from "@/lib/contract/client";
import { nameOfPerson, type People } from "../use-people";
import { sayKey, sayLimits, toLimitPhrases } from "./key-access";

export type ApiKey = ResultOf<typeof accessApi.listApiKeys>["items"][number];

export const toStatus = (key: ApiKey) =>
  key.revoked_at ? "REVOKED" : key.expires_at && new Date(key.expires_at) <= new Date() ? "EXPIRED" : "ACTIVE";

export function makerOf({ created_by: by }: ApiKey, people: People) {
  return by ? <bdi>{nameOfPerson(by, people)}</bdi> : <span className="text-muted">Not recorded</span>;
}

/** A real link, so that it can open in a new tab; a click only changes the URL. */
function KeyLink({ apiKey }: { apiKey: ApiKey }) {
  const search = new URLSearchParams(useSearchParams());
  const isOpen = search.has("open");
  search.set("open", apiKey.id);
  return (
    <Link
      href={`/settings/api-keys?${search}`}
      title={apiKey.name}
      onClick={(click) => {
        if (click.metaKey || click.ctrlKey || click.shiftKey) return;
        click.preventDefault();
        changeSearch({ open: apiKey.id }, isOpen ? "replace" : "push");
      }}
      className="block max-w-64 truncate rounded-sm font-medium hover:underline"
    >
      {apiKey.name}
    </Link>
  );
}

/** A narrow list has no columns for the status and the access. */
const NameCell = ({ apiKey }: { apiKey: ApiKey }) => (
  <>
    <KeyLink apiKey={apiKey} />
    <span className="block truncate text-xs text-muted @[40rem]:hidden">
      {toStatus(apiKey) === "EXPIRED" ? "Expired · " : ""}
      {sayKey(apiKey)}
    </span>
  </>
);

function AccessCell({ apiKey }: { apiKey: ApiKey }) {
  const { limits } = apiKey;
  return (
    <span className="block max-w-56">
      <span className="block truncate" title={sayKey(apiKey)}>
        {sayKey(apiKey)}
      </span>
      {limits ? (
        <span className="block truncate text-xs text-muted" title={`Only ${toLimitPhrases(limits).join(", ")}`}>
          Only {sayLimits(limits)}
        </span>
      ) : null}
    </span>
  );
}

const StatusCell = ({ apiKey }: { apiKey: ApiKey }) => (
  <span className="block">
    <StatusBadge status={toStatus(apiKey)} />
    {apiKey.replaced_by ? <span className="block text-xs text-muted">Rotated</span> : null}
  </span>
);

export const LastUse = ({ apiKey }: { apiKey: ApiKey }) =>
  apiKey.last_used_at ? (
    <span className="block min-w-0">
      <RelativeTime at={apiKey.last_used_at} />
      {apiKey.last_used_from ? (
        <span className="block max-w-40 truncate font-mono text-xs text-muted" title={apiKey.last_used_from}>
          {apiKey.last_used_from}
        </span>
      ) : null}
    </span>
  ) : (
    <span className="text-muted">Never</span>
  );

export const Expiry = ({ apiKey }: { apiKey: ApiKey }) =>
  apiKey.expires_at ? <RelativeTime at={apiKey.expires_at} /> : <span className="text-muted">Never</span>;

/** Without `revoke` the list is read-only. */
export const toColumns = (people: People, revoke: ((key: ApiKey) => void) | null): Column<ApiKey>[] => [
  { heading: "Name", cell: (key) => <NameCell apiKey={key} />, className: "max-w-36 sm:max-w-none" },
  { heading: "Key", cell: (key) => <code className="font-mono text-xs text-muted">{key.prefix}…</code> },
  { heading: "Access", cell: (key) => <AccessCell apiKey={key} />, wide: "md" },
  { heading: "Status", cell: (key) => <StatusCell apiKey={key} />, wide: "md" },
  { heading: "Created", cell: (key) => <RelativeTime at={key.created_at} />, wide: "lg" },
  { heading: "Created by", cell: (key) => makerOf(key, people), wide: "lg" },
  { heading: "Last used", cell: (key) => <LastUse apiKey={key} />, wide: "lg" },
  { heading: "Expires", cell: (key) => <Expiry apiKey={key} />, wide: "lg" },
  ...(revoke ? [actions(revoke)] : []),
];

const actions = (revoke: (key: ApiKey) => void): Column<ApiKey> => ({
  heading: "Actions",
  className: "text-right",
  cell: (key) =>
    key.revoked_at ? (
      <span className="text-xs text-muted @[40rem]:hidden">Revoked</span>
    ) : (
      <Button variant="outline" aria-label={`Revoke ${key.name}`} onClick={() => revoke(key)}>
        Revoke
      </Button>
    ),
});
