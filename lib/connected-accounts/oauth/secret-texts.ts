/** Which texts of a connection's values are secret. Pure. */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { isSecretValue } from "@/lib/auth-configs/mask-secret";
import { isSecretName } from "@/lib/kernel/text/redact";
import { readJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";

/** Texts under secret names inside a value that a provider gave as an object (Slack's `authed_user`). */
function nestedSecrets(value: string): string[] {
  if (!value.startsWith("{")) return [];
  const read = readJson(value, SMALL_BOUNDS);
  // A value that is too large to read is secret as a whole.
  if (read.kind === "excess") return [value];
  return read.kind === "value" ? textsUnderSecretNames(read.value) : [];
}

function textsUnderSecretNames(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === "string" ? (isSecretName(name) ? [inner] : []) : textsUnderSecretNames(inner),
  );
}

/** The secrets among values, which are given by their names in the API. */
export const secretTexts = (
  values: Readonly<Record<string, string>>,
  scheme: Pick<ToolkitAuthScheme, "fields" | "oauth"> | undefined,
): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value !== "" && isSecretValue(name, scheme) ? [value] : nestedSecrets(value),
  );
