/** How clients connect to a server: at its URL, where people sign in, or at a signed URL for each user. */
"use client";
import { useSearchParams } from "next/navigation";
import { useState, type FormEvent } from "react";
import { useMay } from "@/components/access/use-session";
import { OAuthSetup } from "@/components/connect-agent/oauth-setup";
import { WaitForCall } from "@/components/connect-agent/wait-for-call";
import { ConnectedClients } from "@/components/mcp-clients/connected-clients";
import { ErrorState } from "@/components/parts/display/error-state";
import { changeSearch } from "@/components/parts/lists/url-state";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import { Tabs, type Tab } from "@/components/ui/tabs";
import { AddressList } from "./address-list";
import type { Audience, Server } from "./mcp-words";
import { ShownAddress } from "./shown-address";
import { useAddresses } from "./use-address";
import { UserField } from "./user-field";

type McpAddress = { audience: Audience; address: string };

const WAYS = [
  { key: "oauth", label: "Sign in with OAuth" },
  { key: "signed", label: "Signed URL for one user" },
] as const satisfies readonly Tab<string>[];

/** The chosen way is in the URL of the page. */
export function ConnectPart({ server }: { server: Server }) {
  const way = useSearchParams().get("way") === "signed" ? "signed" : "oauth";
  return (
    <Tabs
      label="Ways to connect"
      tabs={WAYS}
      value={way}
      onChange={(key) => changeSearch({ way: key === "signed" ? key : "" })}
    >
      {way === "oauth" ? <OAuthPart server={server} /> : <SignedPart server={server} />}
    </Tabs>
  );
}

const OAuthPart = ({ server }: { server: Server }) => (
  <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-2">
    <section aria-label="Connect a client" className="min-w-0 space-y-4">
      <p className="text-sm text-muted">
        Each person signs in from their client and chooses a user. The client gets no key.
      </p>
      <OAuthSetup name={server.name} url={server.mcp_url} />
      <WaitForCall filters={[{ field: "mcp_server_id", operator: "==", value: server.id }]} />
    </section>
    <section aria-labelledby="clients" className="min-w-0">
      <h2 id="clients" className="mb-3 text-base font-semibold">
        Connected clients
      </h2>
      <ConnectedClients server={server.id} />
    </section>
  </div>
);

function SignedPart({ server }: { server: Server }) {
  const [mcpAddress, setShown] = useState<McpAddress | null>(null);
  const may = useMay("mcp_servers:write");
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-2">
      <section aria-labelledby="for-a-user" className="min-w-0 space-y-5">
        <h2 id="for-a-user" className="text-base font-semibold">
          URL for a user
        </h2>
        {may ? <AddressForm id={server.id} onMade={setShown} /> : null}
        {mcpAddress ? <ShownAddress name={server.name} {...mcpAddress} /> : null}
      </section>
      <section aria-labelledby="addresses" className="min-w-0">
        <h2 id="addresses" className="mb-3 text-base font-semibold">
          URLs
        </h2>
        <AddressList
          id={server.id}
          onShow={setShown}
          onEnded={(audience) =>
            setShown((before) => (JSON.stringify(before?.audience) === JSON.stringify(audience) ? null : before))
          }
        />
      </section>
    </div>
  );
}

function AddressForm({ id, onMade }: { id: string; onMade: (mcpAddress: McpAddress) => void }) {
  const [user, setUser] = useState(useSearchParams().get("user") ?? "");
  const { make } = useAddresses(id);
  const { mayGo, error } = useTried({ user: required(user, "Enter a user ID.") });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const audience = { user: user.trim() };
    if (!mayGo(event) || make.isPending) return;
    changeSearch({ user: audience.user, way: "signed" });
    make.mutate(audience, { onSuccess: (address) => onMade({ audience, address }) });
  };
  return (
    <form noValidate method="post" onSubmit={onSubmit} className="space-y-3">
      <UserField
        value={user}
        onChange={setUser}
        error={error("user")}
        help="Your app’s ID for this user. Tools use this user’s accounts."
      />
      <Button type="submit" disabled={make.isPending}>
        {make.isPending ? "Getting the URL" : "Get URL"}
      </Button>
      {make.isError ? <ErrorState title="Couldn’t create the URL" error={make.error} /> : null}
    </form>
  );
}
