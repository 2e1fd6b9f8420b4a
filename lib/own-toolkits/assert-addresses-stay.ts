/**
 * Stored credentials stay with the addresses they were stored for: permission to publish a toolkit is no permission
 * to send other people's credentials elsewhere, or to read them.
 */
import { openAuthConfigCredentials } from "@/lib/auth-configs/auth-config-credentials";
import { isSecretValue } from "@/lib/auth-configs/mask-secret";
import type { OwnToolkitFacts } from "@/lib/catalog/load/own-toolkit-rows";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { countAccounts } from "@/lib/connected-accounts/accounts/list-accounts";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { originOf } from "./compile/origin-of";
import { findConfigs } from "./find-configs";

type Facts = Pick<OwnToolkitFacts, "baseUrl" | "authSchemes" | "meta">;

const fieldsOf = ({ fields }: ToolkitAuthScheme) => [
  ...fields.authConfigCreation,
  ...fields.connectedAccountInitiation,
];

/** Every address that credentials of a scheme go to before they are used. */
function signInAddresses({ oauth, oauth1, grant }: ToolkitAuthScheme): (string | undefined)[] {
  return [
    ...[oauth?.authorizationUrl, oauth?.tokenUrl, oauth?.refreshUrl, oauth?.revokeUrl],
    ...[oauth?.longLived?.url, oauth?.renewal?.url],
    ...[oauth1?.requestTokenUrl, oauth1?.authorizationUrl, oauth1?.accessTokenUrl],
    grant && "url" in grant ? grant.url : undefined,
  ];
}

/**
 * Where a toolkit's requests go: origins with their places, and the usual values of the fields that fill these places,
 * as accounts that left such a field empty use them.
 */
function addressesOf({ baseUrl, authSchemes, meta }: Facts): Set<string> {
  const addresses = [
    ...[baseUrl, ...authSchemes.flatMap(signInAddresses)].flatMap((address) => (address ? [originOf(address)] : [])),
    ...meta.hosts.map((host) => `https://${host}`),
    ...(meta.origins ?? []),
  ];
  const isPlace = (name: string): boolean =>
    name === "base_url" || addresses.some((address) => address.includes(`{${name}}`));
  const usual = authSchemes
    .flatMap(fieldsOf)
    .filter(({ name, type, default: value }) => value !== undefined && (type === "url" || isPlace(name)));
  return new Set([...addresses, ...usual.map((field) => `${field.name}: ${field.default}`)]);
}

/** The first address of a version that the version before does not have. */
export const movedAddress = (before: Facts, after: Facts): string | undefined => {
  const oldAddresses = addressesOf(before);
  return [...addressesOf(after)].find((address) => !oldAddresses.has(address));
};

/** The first field whose stored values were secret, and would be shown. */
export const revealedField = (before: Facts, after: Facts): string | undefined =>
  before.authSchemes
    .flatMap((scheme) => fieldsOf(scheme).map(({ name }) => ({ name, scheme })))
    .find(({ name, scheme }) => {
      const present = after.authSchemes.find(({ mode }) => mode === scheme.mode);
      return isSecretValue(name, scheme) && !isSecretValue(name, present);
    })?.name;

/** Whether accounts or auth configs of the toolkit hold credentials. */
async function hasCredentials(projectId: string, slug: string): Promise<boolean> {
  const configs = await findConfigs(projectId, slug);
  const isSecret = (name: string): boolean => isSecretValue(name, undefined);
  return (
    configs.some(
      ({ id, credentials, sharedCredentials }) =>
        sharedCredentials !== null ||
        Object.keys(openAuthConfigCredentials(projectId, id, credentials).values).some(isSecret),
    ) ||
    (
      await countAccounts(
        projectId,
        configs.map(({ id }) => id),
      )
    ).size > 0
  );
}

/** The facts of the latest version; before the first version no address is known. */
async function findLatest(projectId: string, slug: string): Promise<Facts> {
  const key = { projectId, slug };
  const row = await db.ownToolkit.findUnique({ where: { projectId_slug: key }, select: { version: true } });
  const latest =
    row?.version == null
      ? null
      : await db.ownToolkitVersion.findUnique({
          where: { projectId_slug_version: { ...key, version: row.version } },
          select: { facts: true },
        });
  return latest ? (latest.facts as Facts) : { authSchemes: [], meta: { hosts: [], headers: {}, attribution: [] } };
}

/**
 * Checks the next version of a toolkit, or the earlier version that becomes the latest again.
 * @throws ApiError Conflict that names the address or the field
 */
export async function assertAddressesStay(projectId: string, slug: string, after: Facts): Promise<void> {
  const before = await findLatest(projectId, slug);
  const [moved, revealed] = [movedAddress(before, after), revealedField(before, after)];
  if ((moved === undefined && revealed === undefined) || !(await hasCredentials(projectId, slug))) return;
  const problem =
    moved === undefined
      ? `would show the stored values of ${revealed}, which are secret`
      : `would send stored credentials to ${moved.slice(0, 200)}, which the published version does not`;
  throw new ApiError("Conflict", `This version of ${slug} ${problem}.`, {
    suggestedFix: "Delete the toolkit's connected accounts and auth configs first, or create another toolkit.",
    headers: { "x-should-retry": "false" },
  });
}
