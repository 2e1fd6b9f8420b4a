/** One key: what it can do, its limits, its last use, its calls, and the ways to end it. */
"use client";
import { useState } from "react";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { StatusBadge } from "@/components/parts/display/status-badge";
import { ClockTime, RelativeTime } from "@/components/parts/display/relative-time";
import { BesideFacts } from "@/components/parts/lists/beside-facts";
import { type InList, RowDrawer } from "@/components/parts/lists/row-drawer";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { useMay } from "../use-session";
import { usePeople } from "../use-people";
import { AccessWords } from "./access-fields";
import { Expiry, LastUse, makerOf, toStatus, type ApiKey } from "./key-columns";
import { RotateKeyWindow } from "./rotate-key-window";

type KeyDrawerProps = InList & {
  /** Undefined for a key that is not in the list. */
  apiKey: ApiKey | undefined;
  onRevoke: (key: ApiKey) => void;
};

/** Open while it is rendered. */
export function KeyDrawer({ apiKey, onRevoke, ...list }: KeyDrawerProps) {
  // Not the open key: the list can lose it when the successor arrives, and the window shows a text that comes once.
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  const mayWrite = useMay("api_keys:write");
  const works = apiKey !== undefined && toStatus(apiKey) === "ACTIVE";
  const buttons =
    works && mayWrite ? (
      <span className="ml-auto flex gap-2">
        {apiKey.replaced_by ? null : (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setRotating(apiKey)}>
            Rotate
          </Button>
        )}
        <Button variant="danger" aria-haspopup="dialog" onClick={() => onRevoke(apiKey)}>
          Revoke key
        </Button>
      </span>
    ) : null;
  return (
    <RowDrawer title={apiKey?.name ?? "API key"} what="key" {...list} actions={buttons}>
      {apiKey ? (
        <Details apiKey={apiKey} />
      ) : (
        <p className="text-sm text-muted">This key is not in the list. Show more keys to find it.</p>
      )}
      {rotating ? <RotateKeyWindow apiKey={rotating} onClose={() => setRotating(null)} /> : null}
    </RowDrawer>
  );
}

function Details({ apiKey }: { apiKey: ApiKey }) {
  return (
    <BesideFacts facts={<Facts apiKey={apiKey} />}>
      {apiKey.replaced_by ? <Replaced apiKey={apiKey} successor={apiKey.replaced_by} /> : null}
      <section aria-label="Access">
        <h3 className="mb-2 text-sm font-medium">Access</h3>
        <AccessWords levels={apiKey.scopes} limits={apiKey.limits} />
      </section>
      <section aria-label="Calls">
        <h3 className="mb-2 text-sm font-medium">Calls</h3>
        <Link
          href={`/logs/tools?${new URLSearchParams({ key: apiKey.id })}`}
          className="rounded-sm text-sm underline underline-offset-2"
        >
          Show the tool calls of this key
        </Link>
      </section>
    </BesideFacts>
  );
}

const Replaced = ({ apiKey, successor }: { apiKey: ApiKey; successor: string }) => (
  <Alert tone="info" title="This key was rotated">
    <p>
      {apiKey.expires_at && toStatus(apiKey) === "ACTIVE" ? (
        <>
          It stops working <RelativeTime at={apiKey.expires_at} />.{" "}
        </>
      ) : null}
      <Link
        href={`/settings/api-keys?${new URLSearchParams({ open: successor })}`}
        className="rounded-sm underline underline-offset-2"
      >
        Show the new key
      </Link>
    </p>
  </Alert>
);

function Facts({ apiKey }: { apiKey: ApiKey }) {
  const people = usePeople();
  return (
    <DefinitionList
      narrow
      entries={[
        { name: "Status", value: <StatusBadge status={toStatus(apiKey)} /> },
        { name: "Last used", value: <LastUse apiKey={apiKey} /> },
        { name: "Expires", value: <Expiry apiKey={apiKey} /> },
        { name: "Created", value: <ClockTime at={apiKey.created_at} /> },
        { name: "Created by", value: makerOf(apiKey, people) },
        { name: "Key", value: <code className="font-mono text-xs">{apiKey.prefix}…</code> },
        { name: "ID", value: <CopyableId id={apiKey.id} what="key ID" /> },
      ]}
    />
  );
}
