/** A replacement for AWS KMS with real cryptography: it checks the signature of each request by the published steps. */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export const ACCESS_KEY = { id: "AKIAEXAMPLE", secret: "a secret access key of a test" };
const REGION = "eu-central-1";
export const arnOf = (name: string): string => `arn:aws:kms:${REGION}:111122223333:key/${name}`;

type Input = { KeyId?: string; Plaintext?: string; CiphertextBlob?: string; EncryptionContext?: object };

class Refusal extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Signature Version 4: the canonical request, the string to sign, the derived key. */
function signatureOf({ method, url, headers }: IncomingMessage, body: string, signedHeaders: string): string {
  const time = String(headers["x-amz-date"]);
  const scope = `${time.slice(0, 8)}/${REGION}/kms/aws4_request`;
  const lines = signedHeaders.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url, "", lines.join(""), signedHeaders, sha256(body)].join("\n");
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const parts = [time.slice(0, 8), REGION, "kms", "aws4_request"];
  const key = parts.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${ACCESS_KEY.secret}`);
  return hmac(key, text).toString("hex");
}

function assertSigned(request: IncomingMessage, body: string): void {
  const { authorization = "" } = request.headers;
  const [, id, signedHeaders = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\S+, SignedHeaders=(\S+), Signature=(\w+)$/.exec(authorization) ?? [];
  const needed = ["host", "x-amz-date", "x-amz-target"].every((name) => signedHeaders.split(";").includes(name));
  if (id !== ACCESS_KEY.id) throw new Refusal("UnrecognizedClientException", "The security token is invalid.");
  if (!needed || signature !== signatureOf(request, body, signedHeaders))
    throw new Refusal("InvalidSignatureException", "The signature does not match.");
}

/** One key: its versions are the keys that its rotations have made. */
type Key = { versions: Buffer[] };

const associated = (arn: string, context: object = {}): Buffer =>
  Buffer.from(JSON.stringify([arn, Object.entries(context).sort()]));

function encrypt(arn: string, { versions }: Key, { Plaintext = "", EncryptionContext }: Input) {
  const [version, iv] = [versions.length - 1, randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", versions[version] as Buffer, iv);
  cipher.setAAD(associated(arn, EncryptionContext));
  const text = Buffer.concat([cipher.update(Buffer.from(Plaintext, "base64")), cipher.final()]);
  const blob = Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), text]);
  return { CiphertextBlob: blob.toString("base64"), KeyId: arn };
}

function decrypt(arn: string, { versions }: Key, { CiphertextBlob = "", EncryptionContext }: Input) {
  const blob = Buffer.from(CiphertextBlob, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", versions[blob[0] ?? 0] as Buffer, blob.subarray(1, 13));
    decipher.setAAD(associated(arn, EncryptionContext));
    decipher.setAuthTag(blob.subarray(13, 29));
    const text = Buffer.concat([decipher.update(blob.subarray(29)), decipher.final()]);
    return { Plaintext: text.toString("base64"), KeyId: arn };
  } catch {
    throw new Refusal("InvalidCiphertextException", "");
  }
}

/**
 * Starts it on a loopback port. `away`: how many of the next requests get no answer that counts; `calls` are the
 * actions that were carried out.
 */
export async function startAwsKms(names: readonly string[] = ["one"]) {
  const keys = new Map<string, Key>(names.map((name) => [arnOf(name), { versions: [randomBytes(32)] }]));
  const state = { away: 0, calls: [] as string[] };
  const answer = async (request: IncomingMessage): Promise<object> => {
    const body = (await request.toArray()).join("");
    assertSigned(request, body);
    const input = JSON.parse(body) as Input;
    const key = keys.get(input.KeyId ?? "");
    if (!key) throw new Refusal("NotFoundException", `Key '${input.KeyId}' does not exist`);
    const action = String(request.headers["x-amz-target"]).replace("TrentService.", "");
    state.calls.push(action);
    return (action === "Encrypt" ? encrypt : decrypt)(input.KeyId ?? "", key, input);
  };
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/x-amz-json-1.1");
    if (state.away > 0 && state.away--) return void response.writeHead(503).end();
    void answer(request).then(
      (value) => response.end(JSON.stringify(value)),
      (error: Error) =>
        response
          .writeHead(error instanceof Refusal ? 400 : 500)
          .end(
            JSON.stringify({ __type: error instanceof Refusal ? error.type : "KMSInternal", message: error.message }),
          ),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    rotate: (name: string) => keys.get(arnOf(name))?.versions.push(randomBytes(32)),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
