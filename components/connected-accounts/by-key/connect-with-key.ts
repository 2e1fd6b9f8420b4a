/** Connects an account with credentials that a member has, and makes the auth config that it needs. */
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import type { catalogApi } from "@/generated/addresses/catalog";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { call, ClientError, type ResultOf, type SentTo } from "@/lib/contract/client";

type Toolkit = ResultOf<typeof catalogApi.getToolkit>;
export type KeyScheme = Toolkit["auth_config_details"][number];
type NewConfig = Extract<
  SentTo<typeof authConfigsApi.createAuthConfig>["body"]["auth_config"],
  { type: "use_custom_auth" }
>;

const KEY_MODES = new Set(["API_KEY", "BEARER_TOKEN", "BASIC"]);

/** The toolkit's usual scheme, if a key or a password is all that it needs. */
export function findKeyScheme({ auth_config_details: [usual] }: Pick<Toolkit, "auth_config_details">) {
  const isKey = usual && KEY_MODES.has(usual.mode) && usual.fields.auth_config_creation.required.length === 0;
  return isKey ? usual : undefined;
}

/** What a person fills in, required fields first. */
export const keyFields = ({ fields: { connected_account_initiation: fields } }: KeyScheme) => [
  ...fields.required,
  ...fields.optional,
];

const PLACE = /^(?:body\.)?connection\.(?:state\.val\.|data\.)?/;

/** Names the fields as the form does. */
function toFormError(error: unknown): unknown {
  if (!(error instanceof ClientError)) return error;
  const errors = (error.detail.errors ?? []).map((line) => line.replace(PLACE, ""));
  return new ClientError(error.message, error.status, { ...error.detail, errors });
}

type Connection = { scheme: KeyScheme; userId: string; values: Readonly<Record<string, string>> };

/** @returns the ID of the new auth config */
export async function createKeyConfig(toolkit: string, { mode }: KeyScheme): Promise<string> {
  const authScheme = mode as NewConfig["authScheme"];
  const body = { toolkit: { slug: toolkit }, auth_config: { type: "use_custom_auth" as const, authScheme } };
  return (await call(authConfigsApi.createAuthConfig, { body })).auth_config.id;
}

export async function connectWithKey(configId: string, { scheme, userId, values }: Connection): Promise<void> {
  const state = { authScheme: scheme.mode as NewConfig["authScheme"], val: { ...values } };
  const body = { auth_config: { id: configId }, connection: { user_id: userId, state } };
  try {
    await call(connectedAccountsApi.createConnectedAccount, { body });
  } catch (error) {
    throw toFormError(error);
  }
}
