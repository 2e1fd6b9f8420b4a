/** The addresses of a server: one for each user, made here, tested here, and taken away here. */
"use client";
import { useSearchParams } from "next/navigation";
import { useState, type FormEvent } from "react";
import { useMay } from "@/components/access/use-session";
import { ConnectedClients } from "@/components/mcp-clients/connected-clients";
import { ErrorState } from "@/components/parts/display/error-state";
import { changeSearch } from "@/components/parts/lists/url-state";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import { AddressList } from "./address-list";
import type { Audience, Server } from "./mcp-words";
import { ShownAddress } from "./shown-address";
import { useAddresses } from "./use-address";
import { UserField } from "./user-field";

type McpAddress = { audience: Audience; address: string };

export function ConnectPart({ server }: { server: Server }) {
  const [mcpAddress, setShown] = useState<McpAddress | null>(null);
  const may = useMay("mcp_servers:write");
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-2">
      <section aria-labelledby="for-a-user" className="min-w-0 space-y-5">
        <h2 id="for-a-user" className="text-base font-semibold">
          Address for a user
        </h2>
        {may ? <AddressForm id={server.id} onMade={setShown} /> : null}
        {mcpAddress ? <ShownAddress name={server.name} {...mcpAddress} /> : null}
      </section>
      <section aria-labelledby="addresses" className="min-w-0">
        <h2 id="addresses" className="mb-3 text-base font-semibold">
          Addresses
        </h2>
        <AddressList
          id={server.id}
          onShow={setShown}
          onEnded={(audience) =>
            setShown((before) => (JSON.stringify(before?.audience) === JSON.stringify(audience) ? null : before))
          }
        />
      </section>
      <section aria-labelledby="clients" className="min-w-0 lg:col-span-2">
        <h2 id="clients" className="mb-3 text-base font-semibold">
          Connected clients
        </h2>
        <ConnectedClients server={server.id} />
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
    changeSearch({ user: audience.user });
    make.mutate(audience, { onSuccess: (address) => onMade({ audience, address }) });
  };
  return (
    <form noValidate method="post" onSubmit={onSubmit} className="space-y-3">
      <UserField
        value={user}
        onChange={setUser}
        error={error("user")}
        help="The ID that your app has for this person. Tools use this person’s accounts."
      />
      <Button type="submit" disabled={make.isPending}>
        {make.isPending ? "Getting the address" : "Get address"}
      </Button>
      {make.isError ? <ErrorState title="The address was not made" error={make.error} /> : null}
    </form>
  );
}
