/** The fields of the set-up form: who you are first, names that have a default after. */
import type { ComponentProps } from "react";
import { Field } from "@/components/parts/forms/field";
import { Input } from "@/components/ui/input";

type Name = "email" | "password" | "name" | "organization_name" | "project_name";
type SetupFieldsProps = {
  control: (name: Name) => ComponentProps<"input">;
  error: (name: Name) => string | undefined;
  /** The demo names the project itself. */
  demo: boolean;
};

export function SetupFields({ control, error, demo }: SetupFieldsProps) {
  return (
    <>
      <Field label="Email" help="Used to sign in. Patchbay never emails you." error={error("email")}>
        {(wiring) => <Input type="email" autoComplete="username" {...wiring} {...control("email")} />}
      </Field>
      <Field label="Password" help="At least 10 characters. A passphrase works well." error={error("password")}>
        {(wiring) => <Input type="password" autoComplete="new-password" {...wiring} {...control("password")} />}
      </Field>
      <Field label="Your name" optional error={error("name")}>
        {(wiring) => <Input autoComplete="name" {...wiring} {...control("name")} />}
      </Field>
      <Field
        label="Organization"
        optional
        help="The company or team that owns this server."
        error={error("organization_name")}
      >
        {(wiring) => <Input autoComplete="organization" {...wiring} {...control("organization_name")} />}
      </Field>
      {demo ? null : (
        <Field
          label="First project"
          optional
          help="Shown to your users when they connect. Defaults to your organization’s name; you can change it later."
          error={error("project_name")}
        >
          {(wiring) => <Input autoComplete="off" {...wiring} {...control("project_name")} />}
        </Field>
      )}
    </>
  );
}
