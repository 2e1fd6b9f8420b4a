/** The transit engine of HashiCorp Vault or OpenBao. */
import { z } from "zod";
import type { VaultKey } from "../process/kms-settings";
import { SettingsError } from "../process/settings-error";
import { askKms } from "./ask-kms";
import type { Kms } from "./kms";

const Encrypted = z.object({ data: z.object({ ciphertext: z.string().min(1).max(20_000) }) });
const Decrypted = z.object({ data: z.object({ plaintext: z.base64().max(20_000) }) });
const Refusal = z.object({ errors: z.array(z.string()).max(100) });

const readReason = (body: unknown): string | undefined => Refusal.safeParse(body).data?.errors.join("; ");

const inPath = (text: string): string => text.split("/").map(encodeURIComponent).join("/");

export function vaultKms(key: VaultKey): Kms {
  const ask = async <Shape extends z.ZodType>(
    action: string,
    input: object,
    shape: Shape,
  ): Promise<z.output<Shape>> => {
    const request = {
      url: `${key.url}/v1/${inPath(key.mount)}/${action}/${inPath(key.key)}`,
      headers: { "content-type": "application/json", "x-vault-token": key.token, "x-vault-request": "true" },
      body: JSON.stringify(input),
    };
    const answer = shape.safeParse(await askKms(key, async () => request, readReason));
    if (answer.success) return answer.data;
    throw new SettingsError(
      `The answer of ${key.name} to ${action} is not that of Vault: correct PATCHBAY_KMS_VAULT_URL.`,
    );
  };
  return {
    wrap: async (secret) => {
      const input = { plaintext: Buffer.from(secret).toString("base64") };
      return (await ask("encrypt", input, Encrypted)).data.ciphertext;
    },
    unwrap: async (wrapped) => {
      const answer = await ask("decrypt", { ciphertext: wrapped }, Decrypted);
      return Buffer.from(answer.data.plaintext, "base64").toString("utf8");
    },
  };
}
