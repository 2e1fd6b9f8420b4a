/** The settings of a key management service that wraps the secret. */
import { z } from "zod";
import { publicUrl } from "./env-forms";

/** `aws:<ARN of a key or an alias>`, or `vault:<key>` and `vault:<mount>/<key>`. */
const kmsName = z
  .string()
  .regex(
    /^(aws:arn:aws[\w-]*:kms:[a-z0-9-]{1,40}:\d{12}:(key|alias)\/[\w/-]{1,256}|vault:([\w.-]{1,100}\/){0,5}[\w.-]{1,100})$/,
    "must be aws:<ARN of a key> such as aws:arn:aws:kms:eu-central-1:111122223333:alias/patchbay, or " +
      "vault:<name of a transit key> such as vault:patchbay",
  );

/** Their names in the environment, and their forms. */
export const kmsSettings = {
  PATCHBAY_KMS: kmsName.optional(),
  PATCHBAY_KMS_PREVIOUS: kmsName.optional(),
  PATCHBAY_KMS_AWS_ENDPOINT: publicUrl.optional(),
  PATCHBAY_KMS_AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  PATCHBAY_KMS_AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  PATCHBAY_KMS_VAULT_URL: publicUrl.optional(),
  PATCHBAY_KMS_VAULT_TOKEN: z.string().min(1).optional(),
};

/** A key of AWS KMS. */
export type AwsKey = {
  kind: "aws";
  /** As the setting names it. */
  name: string;
  arn: string;
  region: string;
  /** The address of the service, without a slash at the end. */
  url: string;
  /** Undefined if the AWS client finds its own (environment variables, instance role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
};

/** A key of the transit engine of HashiCorp Vault or OpenBao. */
export type VaultKey = { kind: "vault"; name: string; mount: string; key: string; url: string; token: string };

export type KmsKey = AwsKey | VaultKey;

export type KmsSettings = {
  /** The key that wraps the secret; undefined if the secret is a setting or a file. */
  current: KmsKey | undefined;
  /** The key that wrapped it before. */
  previous: KmsKey | undefined;
  /** The hosts and ports of the services, as outbound requests compare them: they may be private. */
  allow: readonly string[];
};

type Values = z.output<z.ZodObject<typeof kmsSettings>>;

/** Settings that other settings need and that are missing, with the reason. */
export function missingForKms(values: Values): { name: keyof Values; message: string }[] {
  const names = [values.PATCHBAY_KMS, values.PATCHBAY_KMS_PREVIOUS];
  const ofVault = (["PATCHBAY_KMS_VAULT_URL", "PATCHBAY_KMS_VAULT_TOKEN"] as const).filter((name) => !values[name]);
  const ofAws = (["PATCHBAY_KMS_AWS_ACCESS_KEY_ID", "PATCHBAY_KMS_AWS_SECRET_ACCESS_KEY"] as const).filter(
    (name) => !values[name],
  );
  return [
    ...(names.some((name) => name?.startsWith("vault:")) ? ofVault : []).map((name) => ({
      name,
      message: "must be set too: Vault is reached by its address and a token",
    })),
    ...(ofAws.length === 1 ? ofAws : []).map((name) => ({
      name,
      message: "must be set too: AWS needs the key's id and its secret, or neither where the machine has a role",
    })),
  ];
}

function toAws(name: string, values: Values): AwsKey {
  const arn = name.slice("aws:".length);
  const [, partition = "", , region = ""] = arn.split(":");
  const { PATCHBAY_KMS_AWS_ACCESS_KEY_ID: accessKeyId, PATCHBAY_KMS_AWS_SECRET_ACCESS_KEY: secretAccessKey } = values;
  const domain = partition === "aws-cn" ? "amazonaws.com.cn" : "amazonaws.com";
  return {
    kind: "aws",
    name,
    arn,
    region,
    url: values.PATCHBAY_KMS_AWS_ENDPOINT ?? `https://kms.${region}.${domain}`,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}

function toVault(name: string, values: Values): VaultKey {
  const parts = name.slice("vault:".length).split("/");
  return {
    kind: "vault",
    name,
    mount: parts.slice(0, -1).join("/") || "transit",
    key: parts.at(-1) ?? "",
    url: values.PATCHBAY_KMS_VAULT_URL ?? "",
    token: values.PATCHBAY_KMS_VAULT_TOKEN ?? "",
  };
}

const toKey = (name: string | undefined, values: Values): KmsKey | undefined =>
  (name && (name.startsWith("aws:") ? toAws(name, values) : toVault(name, values))) || undefined;

/** The settings in the form in which they are used. */
export function toKmsSettings(values: Values): KmsSettings {
  const [current, previous] = [toKey(values.PATCHBAY_KMS, values), toKey(values.PATCHBAY_KMS_PREVIOUS, values)];
  const urls = [current, previous].flatMap((key) => (key ? [new URL(key.url)] : []));
  const allow = urls.map(({ hostname, port, protocol }) => `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`);
  return { current, previous, allow };
}
