/** Google Admin tools whose arguments are nested in the API: creating people. */
import type { ToolHandlers } from "@/lib/catalog/tool-handler";

type Person = {
  primary_email?: string;
  given_name?: string;
  family_name?: string;
  password?: string;
  change_password_at_next_login?: boolean;
  org_unit_path?: string;
  recovery_email?: string;
  recovery_phone?: string;
  suspended?: boolean;
};

export const handlers: ToolHandlers = {
  createUser: async (args: Person, { call }) => {
    const body = {
      primaryEmail: args.primary_email,
      name: { givenName: args.given_name, familyName: args.family_name },
      password: args.password,
      changePasswordAtNextLogin: args.change_password_at_next_login ?? true,
      orgUnitPath: args.org_unit_path ?? "/",
      suspended: args.suspended ?? false,
      ...(args.recovery_email ? { recoveryEmail: args.recovery_email } : {}),
      ...(args.recovery_phone ? { recoveryPhone: args.recovery_phone } : {}),
    };
    return (await call({ method: "POST", path: "/admin/directory/v1/users", body })).data as Record<string, unknown>;
  },
};
