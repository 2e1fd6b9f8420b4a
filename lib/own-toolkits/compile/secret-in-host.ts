/** Places of addresses that a secret would fill: name servers, browsers and other hosts would learn it. */
import { templateFields, type ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { isSecretName } from "@/lib/kernel/text/is-secret-name";
import { originOf } from "./origin-of";

type Names = ReadonlySet<string>;

/** The names of the values that a toolkit's schemes call secret. */
export const secretNames = (schemes: readonly ToolkitAuthScheme[]): Names =>
  new Set(
    schemes
      .flatMap(({ fields }) => [...fields.authConfigCreation, ...fields.connectedAccountInitiation])
      .flatMap(({ name, isSecret }) => (isSecret ? [name] : [])),
  );

/** The first place in a text that a secret fills. */
export const secretIn = (template: string, names: Names): string | undefined =>
  templateFields(template).find((name) => names.has(name) || isSecretName(name));

/**
 * The first place in the host of an address that a secret fills. A place at the beginning stands for a whole address,
 * and only an address fills it.
 */
export const secretInHost = (address: string, names: Names): string | undefined =>
  secretIn(originOf(address).replace(/^\{[A-Za-z0-9_]+\}/, ""), names);
