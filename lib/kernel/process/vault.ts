/** Sealing of secrets at rest: AES-256-GCM, bound to the row and column in which the secret is stored. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { findSecrets } from "./secrets";
import { processMemory } from "../process-memory";

/** Where a sealed value lives. It is authenticated with the value, so a ciphertext moved elsewhere does not open. */
export type SealContext = { projectId: string; rowId: string; column: string };

const VERSION = "v1";

type VaultKey = { id: string; key: Buffer };

const toKey = (secret: string): VaultKey => ({
  id: createHash("sha256").update(`patchbay key id ${secret}`).digest("hex").slice(0, 8),
  key: Buffer.from(hkdfSync("sha256", secret, "", "patchbay vault v1", 32)),
});

/** The key of the present secret seals; those of previous secrets open what they sealed. */
const keys = () =>
  processMemory("vault", () => {
    const secrets = findSecrets();
    const [active, ...previous] = [toKey(secrets.active), ...secrets.previous.map(toKey)];
    return { active, byId: new Map([...previous, active].map(({ id, key }) => [id, key])) };
  });

/** The id of the key that seals now. */
export const activeKeyId = (): string => keys().active.id;

/** The key id in a sealed value. A rotation finds by it what is still sealed with an old key. */
export const keyIdOf = (sealed: string): string => sealed.split(".")[1] ?? "";

/** Whether the key of this id is the active one or a previous one. */
export const isKnownKey = (id: string): boolean => keys().byId.has(id);

const associated = (context: SealContext) =>
  Buffer.from(JSON.stringify([VERSION, context.projectId, context.rowId, context.column]));

/** Seals a text: `v1.<key id>.<base64url of iv, tag and ciphertext>`. */
export function seal(text: string, context: SealContext): string {
  const { id, key } = keys().active;
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(associated(context));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${VERSION}.${id}.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64url")}`;
}

/**
 * Opens a value that `seal` made with the same context.
 * @throws Error when the value was sealed with a secret that is not known here, belongs elsewhere or was changed
 */
export function open(sealed: string, context: SealContext): string {
  const [version, keyId, payload] = sealed.split(".");
  const key = keys().byId.get(keyId ?? "");
  if (version !== VERSION || !payload) throw new Error(`A sealed value in ${context.column} has an unknown form.`);
  if (!key)
    throw new Error(`A sealed value in ${context.column} was made with another PATCHBAY_SECRET (key ${keyId}).`);
  const bytes = Buffer.from(payload, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAAD(associated(context));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

/** Seals a JSON value. */
export const sealJson = (value: unknown, context: SealContext): string => seal(JSON.stringify(value), context);

/** Opens a JSON value that `sealJson` made; the caller checks its shape. */
export const openJson = (sealed: string, context: SealContext): unknown => JSON.parse(open(sealed, context));

/** A key derived for one purpose, for instance signing sessions. */
export const derivedKey = (purpose: string): string =>
  Buffer.from(hkdfSync("sha256", findSecrets().active, "", `patchbay ${purpose}`, 32)).toString("base64url");
