/** The last step: what the server is called, and who gets the first signed URL. */
"use client";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { useTried } from "@/components/parts/forms/use-tried";
import { Input } from "@/components/ui/input";
import { nameProblem, toServerName } from "../server-name";
import { makeAddress } from "../use-address";
import { UserField } from "../user-field";
import type { NewServer } from "./made-server";
import type { Draft } from "./step-props";
import { StepPart } from "./step-part";
import { useCreateServer } from "./use-create-server";

type UsersStepProps = {
  draft: Draft;
  /** The page of the new server is on its way. */
  opening: boolean;
  onMade: (server: NewServer) => void;
};

export function UsersStep({ draft, opening, onMade }: UsersStepProps) {
  const [name, setName] = useState(toServerName(draft.toolkits.map(useToolkitNames())));
  const [user, setUser] = useState("");
  const { create, ready } = useCreateServer(draft);
  const { mayGo, error } = useTried({ name: nameProblem(name) });
  const submit = () =>
    create.mutate(name.trim(), {
      onSuccess: async ({ id, name: called }) => {
        const audience = { user: user.trim() };
        // The server exists even if the URL fails; its page can create the URL too.
        const address = audience.user ? await makeAddress(id, audience).catch(() => null) : null;
        onMade({ id, name: called, audience, address });
      },
    });
  return (
    <StepPart
      title="Who will use it?"
      help="Users sign in from their client, or you give them a signed URL. Tools use each user’s own accounts."
      action={create.isPending ? "Creating MCP server" : "Create MCP server"}
      mayGo={mayGo}
      pending={!ready || create.isPending || opening}
      onNext={submit}
    >
      <Field label="Name" error={error("name")} help="Shown to people in their client.">
        {(wiring) => (
          <Input
            {...wiring}
            autoComplete="off"
            spellCheck={false}
            className="max-w-80"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <UserField
        optional
        value={user}
        onChange={setUser}
        help="Your app’s ID for a user who gets a signed URL now. Leave empty to have people sign in with OAuth."
        className="max-w-80"
      />
      {create.error ? <ErrorState title="Couldn’t create the MCP server" error={create.error} /> : null}
    </StepPart>
  );
}
