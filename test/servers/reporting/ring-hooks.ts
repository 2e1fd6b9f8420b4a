/** A trigger of the loopback provider whose hooks the provider keeps, as the trigger file of a toolkit. */

/** How this server finds its hooks among those of the account. */
export const FIND = "find: { request: { path: /hooks }, items: hooks, id: id, url: url }";
/** How it sees whether a hook is switched off. */
export const LOOK = 'look: { request: { path: "/hooks/{hook}" }, when: [{ path: active, is: true }] }';

/** The two sources of the secret of a hook: a name, then `secret` and `field` of `toRingHooks`. */
export const SECRET_WAYS = [
  ["generated here", "{ from: generated }", ', secret: "{secret}"'],
  ["chosen by the provider", "{ from: answer, path: secret }", ""],
] as const;

/**
 * @param secret where the secret comes from
 * @param field of the body that makes a hook
 * @param members what else the provider offers: `FIND`, `LOOK`
 */
export const toRingHooks = (secret: string, field: string, ...members: string[]): string => `
source: https://example.com/docs
webhook:
  verify: { by: hmac, header: x-signature }
  secret: ${secret}
  hook:
    create: { method: POST, path: /hooks, body: { url: "{url}"${field} } }
    id: id
    delete: { method: DELETE, path: "/hooks/{hook}" }
${members.map((member) => `    ${member}\n`).join("")}triggers:
  LOOPBACK_RANG: { name: Rang, description: Somebody rings., payload: { door: string }, sample: { body: { door: front } } }
`;
