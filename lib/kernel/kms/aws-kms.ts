/** AWS KMS: two requests of its JSON protocol, signed by the AWS SDK's own signer. */
import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { z } from "zod";
import type { AwsKey } from "../process/kms-settings";
import { SettingsError } from "../process/settings-error";
import { askKms, type KmsRequest } from "./ask-kms";
import type { Kms } from "./kms";

const Encrypted = z.object({ CiphertextBlob: z.base64().min(1).max(20_000) });
const Decrypted = z.object({ Plaintext: z.base64().max(20_000) });
const Refusal = z.object({ __type: z.string(), message: z.string().optional(), Message: z.string().optional() });

/** Authenticated with the wrapped secret, and shown in the records of CloudTrail. */
const CONTEXT = { application: "patchbay", purpose: "secret" };

function readReason(body: unknown): string | undefined {
  const { data } = Refusal.safeParse(body);
  return data && [data.__type.replace(/^.*#/, ""), data.message ?? data.Message].filter(Boolean).join(": ");
}

type Data = string | ArrayBuffer | ArrayBufferView;
const toBytes = (data: Data): string | Uint8Array =>
  typeof data === "string"
    ? data
    : ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);

/** The hash for the signer, which takes a class. */
class Sha256 {
  private hash: Hash | Hmac;
  constructor(private readonly secret?: Data) {
    this.hash = this.begin();
  }
  private begin(): Hash | Hmac {
    return this.secret === undefined ? createHash("sha256") : createHmac("sha256", toBytes(this.secret));
  }
  update(data: Data): void {
    this.hash.update(toBytes(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }
  reset(): void {
    this.hash = this.begin();
  }
}

/** Loads the SDK's parts only if this service is configured. */
async function createSigner({ region, credentials }: AwsKey) {
  const [{ SignatureV4 }, { defaultProvider }] = await Promise.all([
    import("@smithy/signature-v4"),
    import("@aws-sdk/credential-provider-node"),
  ]);
  const provider = credentials ?? defaultProvider();
  return new SignatureV4({ service: "kms", region, credentials: provider, sha256: Sha256 });
}

async function sign(key: AwsKey, action: string, input: object): Promise<KmsRequest> {
  const { protocol, hostname, host, port, pathname } = new URL(`${key.url}/`);
  const body = JSON.stringify(input);
  const signer = await createSigner(key);
  const request = {
    ...{ method: "POST", protocol, hostname, path: pathname, query: {}, body },
    ...(port && { port: Number(port) }),
    headers: { host, "content-type": "application/x-amz-json-1.1", "x-amz-target": `TrentService.${action}` },
  };
  const { headers } = await signer.sign(request).catch((error: Error) => {
    throw new SettingsError(
      `There are no credentials for ${key.name} (${error.message}): set PATCHBAY_KMS_AWS_ACCESS_KEY_ID and ` +
        "PATCHBAY_KMS_AWS_SECRET_ACCESS_KEY, or give this machine a role.",
    );
  });
  // The client writes the same header itself.
  const { host: _, ...others } = headers;
  return { url: `${key.url}/`, headers: others, body };
}

export function awsKms(key: AwsKey): Kms {
  const ask = async <Shape extends z.ZodType>(
    action: string,
    input: object,
    shape: Shape,
  ): Promise<z.output<Shape>> => {
    const fields = { ...input, KeyId: key.arn, EncryptionContext: CONTEXT };
    const answer = shape.safeParse(await askKms(key, () => sign(key, action, fields), readReason));
    if (answer.success) return answer.data;
    throw new SettingsError(
      `The answer of ${key.name} to ${action} is not that of AWS KMS: correct PATCHBAY_KMS_AWS_ENDPOINT.`,
    );
  };
  return {
    wrap: async (secret) =>
      (await ask("Encrypt", { Plaintext: Buffer.from(secret).toString("base64") }, Encrypted)).CiphertextBlob,
    unwrap: async (wrapped) => {
      const { Plaintext } = await ask("Decrypt", { CiphertextBlob: wrapped }, Decrypted);
      return Buffer.from(Plaintext, "base64").toString("utf8");
    },
  };
}
