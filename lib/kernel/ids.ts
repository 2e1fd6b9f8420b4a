/** Public ids: a prefix by kind and random url-safe characters; and the secrets that are shown once. */
import { hash, randomBytes } from "node:crypto";

export const ID_PREFIX = {
  organization: "org_",
  project: "proj_",
  logo: "logo_",
  toolkitLogo: "tkl_",
  user: "user_",
  session: "ses_",
  invitation: "inv_",
  ssoProvider: "sso_",
  ssoDomain: "dom_",
  apiKeyRow: "key_",
  transferKey: "tk_",
  authConfig: "ac_",
  managedClient: "mc_",
  connectedAccount: "ca_",
  revocationJob: "rvj_",
  revocationItem: "rvi_",
  log: "log_",
  file: "file_",
  wrongResult: "wr_",
  toolRouterSession: "trs_",
  sessionAccessKey: "sky_",
  savedSessionConfig: "sc_",
  recipe: "rcp_",
  notebook: "nb_",
  savedView: "view_",
  approval: "apr_",
  approvalLink: "apl_",
  policy: "pol_",
  webhookSubscription: "whs_",
  inbox: "inb_",
  trigger: "ti_",
  oauthClient: "oc_",
  oauthGrant: "og_",
  signInLink: "sil_",
  request: "req_",
} as const;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Bytes are fetched from the system many at a time: a call for each id costs more than all else about it. */
let pool = Buffer.alloc(0);
let index = 0;

function randomByte(): number {
  if (index === pool.length) [pool, index] = [randomBytes(2048), 0];
  const byte = pool[index] ?? 0;
  // What an id was made of does not stay in memory.
  pool[index++] = 0;
  return byte;
}

/** Random letters and digits; bytes that would bias the choice are thrown away. */
function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    const byte = randomByte();
    if (byte < 248) text += ALPHABET[byte % 62];
  }
  return text;
}

/** A new id such as `ca_3fK9x0aBcD12`; 12 characters are 71 bits. */
export const newId = (kind: keyof typeof ID_PREFIX): string => ID_PREFIX[kind] + randomText(12);

/** A secret of 190 random bits behind a prefix (`ak_`, `ln_`, ...). Store only its `hashToken`. */
export const newToken = (prefix: string): string => prefix + randomText(32);

/** SHA-256 in hex: enough for tokens of full entropy, which cannot be guessed from a hash. */
export const hashToken = (token: string): string => hash("sha256", token);

/** The UUID that old clients need in addition to the id: always the same for one id. */
export function toUuid(id: string): string {
  const hex = hashToken(id);
  // RFC 9562 section 5.8: version 8, made by rules of our own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
