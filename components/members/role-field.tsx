/** The choice of a role, with the permissions of the chosen role. */
import type { ComponentProps } from "react";
import { Field } from "@/components/parts/forms/field";
import { Select } from "@/components/ui/select";
import { ROLE_WORDS, type Role } from "./role-words";

type RoleFieldProps = { roles: readonly Role[]; value: string; error?: string; control: ComponentProps<"select"> };

export function RoleField({ roles, value, error, control }: RoleFieldProps) {
  const selectedRole = roles.find((role) => role === value);
  return (
    <Field label="Role" help={selectedRole && ROLE_WORDS[selectedRole].may} error={error}>
      {(wiring) => (
        <Select {...wiring} {...control}>
          {roles.map((role) => (
            <option key={role} value={role}>
              {ROLE_WORDS[role].name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
