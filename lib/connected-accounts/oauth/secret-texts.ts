/** Which texts of a connection's values are secret. Pure. */
import type { ToolkitAuthScheme } from "@/lib/catalog/auth-scheme";
import { isSecretValue } from "@/lib/auth-configs/mask";
import { isSecretName } from "@/lib/kernel/text/redact";

/** Texts under secret names inside a value that a provider gave as an object (Slack's `authed_user`). */
function nestedSecrets(value: string): string[] {
  if (!value.startsWith("{")) return [];
  const found: string[] = [];
  try {
    JSON.parse(value, (name: string, inner: unknown) => {
      if (typeof inner === "string" && isSecretName(name)) found.push(inner);
      return inner;
    });
  } catch {
    return [];
  }
  return found;
}

/** The secrets among values, which are given by their names in the API. */
export const secretTexts = (
  values: Readonly<Record<string, string>>,
  scheme: Pick<ToolkitAuthScheme, "fields" | "oauth"> | undefined,
): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value !== "" && isSecretValue(name, scheme) ? [value] : nestedSecrets(value),
  );
