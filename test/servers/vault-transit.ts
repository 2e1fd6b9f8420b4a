/** A replacement for Vault's transit engine with real cryptography: keys have versions, which its texts name. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export const VAULT_TOKEN = "hvs.a-token-of-a-test";

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

function encrypt(versions: readonly Buffer[], plaintext: string) {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", versions.at(-1) as Buffer, iv);
  const text = Buffer.concat([cipher.update(Buffer.from(plaintext, "base64")), cipher.final()]);
  const bytes = Buffer.concat([iv, text, cipher.getAuthTag()]);
  return { ciphertext: `vault:v${versions.length}:${bytes.toString("base64")}`, key_version: versions.length };
}

function decrypt(versions: readonly Buffer[], ciphertext: string) {
  const [, version = "0", text = ""] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? [];
  const [key, bytes] = [versions[Number(version) - 1], Buffer.from(text, "base64")];
  if (!key) throw new Refusal(400, "invalid ciphertext: version is not known");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    const plain = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
    return { plaintext: plain.toString("base64") };
  } catch {
    throw new Refusal(400, "cipher: message authentication failed");
  }
}

/** Starts it on a loopback port. `isSealed`: it answers as a Vault that nobody has opened since its start. */
export async function startVault(names: readonly string[] = ["transit/patchbay"]) {
  const keys = new Map<string, Buffer[]>(names.map((name) => [name, [randomBytes(32)]]));
  const state = { isSealed: false, calls: [] as string[] };
  const answer = async (request: IncomingMessage): Promise<object> => {
    const input = JSON.parse((await request.toArray()).join("")) as { plaintext?: string; ciphertext?: string };
    if (state.isSealed) throw new Refusal(503, "Vault is sealed");
    if (request.headers["x-vault-token"] !== VAULT_TOKEN) throw new Refusal(403, "permission denied");
    const [, mount, action = "", name] = /^\/v1\/(.+)\/(encrypt|decrypt)\/([^/]+)$/.exec(request.url ?? "") ?? [];
    const versions = keys.get(`${mount}/${name}`);
    if (!versions) throw new Refusal(400, "encryption key not found");
    state.calls.push(action);
    const data =
      action === "encrypt" ? encrypt(versions, input.plaintext ?? "") : decrypt(versions, input.ciphertext ?? "");
    return { request_id: "1", lease_id: "", renewable: false, data };
  };
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    void answer(request).then(
      (value) => response.end(JSON.stringify(value)),
      (error: Error) =>
        response
          .writeHead(error instanceof Refusal ? error.status : 500)
          .end(JSON.stringify({ errors: [error.message] })),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    rotate: (name: string) => keys.get(name)?.push(randomBytes(32)),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
