/** A new self-signed certificate. A certificate in a file would have to be renewed one day. */
import { generateKeyPairSync, sign } from "node:crypto";
import { isIPv4 } from "node:net";

const DAY_MS = 86_400_000;

/** One value in DER: its kind, its length, itself. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const long = body.length < 0x80 ? [] : body.length < 0x100 ? [0x81] : [0x82, body.length >> 8];
  return Buffer.concat([Buffer.from([tag, ...long, body.length & 0xff]), body]);
}
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const timeOf = (ms: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replaceAll(/[-:T]/g, "")}Z`));

const toName = (host: string): Buffer =>
  isIPv4(host) ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host));

/** The key and the certificate in PEM, for this machine and `hosts`. */
export function selfSigned(hosts: readonly string[] = []): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const name = sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from("localhost")))));
  const names = sequence(...["localhost", "127.0.0.1", ...hosts].map(toName));
  const yes = der(0x01, Buffer.from([0xff]));
  const extensions = sequence(
    sequence(oid("551d11"), der(0x04, names)),
    sequence(oid("551d13"), yes, der(0x04, sequence(yes))),
  );
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(timeOf(Date.now() - DAY_MS), timeOf(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", signed, privateKey));
  const text = sequence(signed, ecdsaWithSha256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${text.replaceAll(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`,
  };
}
