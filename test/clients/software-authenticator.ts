/** An authenticator in software, for tests: it makes passkeys and signs whatever a test wants signed. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const PRESENT = 0x01;
const VERIFIED = 0x04;
const NEW_CREDENTIAL = 0x40;

const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest();
const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

/** What a hostile or broken device does otherwise. */
type Oddity = { origin?: string; rpId?: string; counter?: number; isVerified?: boolean };

export class SoftwareAuthenticator {
  readonly #id = randomBytes(32);
  readonly #pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #counter = 0;

  constructor(private readonly origin = "http://localhost:3000") {}

  get id(): string {
    return toText(this.#id);
  }

  #authData({ rpId, counter, isVerified = true }: Oddity, more: Uint8Array = new Uint8Array()): Buffer {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (more.length > 0 ? NEW_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? ++this.#counter);
    return Buffer.concat([sha256(rpId ?? new URL(this.origin).hostname), Buffer.from([flags]), count, more]);
  }

  #clientData(type: string, challenge: string, { origin = this.origin }: Oddity): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #publicKey(): Uint8Array {
    const { x = "", y = "" } = this.#pair.publicKey.export({ format: "jwk" });
    const point = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
    // COSE: an EC2 key for ES256 on P-256.
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        ...([1, 3, -1].map((label, i) => [label, [2, -7, 1][i] ?? 0]) as [number, number][]),
        [-2, point(x)],
        [-3, point(y)],
      ]),
    );
  }

  create(challenge: string, oddity: Oddity = {}) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, this.#publicKey()]);
    const authData = new Uint8Array(this.#authData(oddity, credential));
    const attestation = isoCBOR.encode(
      new Map<string, string | Map<string, never> | Uint8Array>([
        ["fmt", "none"],
        ["attStmt", new Map<string, never>()],
        ["authData", authData],
      ]),
    );
    const response = {
      clientDataJSON: toText(this.#clientData("webauthn.create", challenge, oddity)),
      attestationObject: toText(attestation),
    };
    return { id: this.id, rawId: this.id, type: "public-key", response } as const;
  }

  get(challenge: string, oddity: Oddity = {}) {
    const authenticatorData = this.#authData(oddity);
    const clientData = this.#clientData("webauthn.get", challenge, oddity);
    const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), this.#pair.privateKey);
    const response = {
      clientDataJSON: toText(clientData),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
    };
    return { id: this.id, rawId: this.id, type: "public-key", response } as const;
  }
}
