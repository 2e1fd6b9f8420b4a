/** Scopes in plain words, as far as their names tell. Pure. */

const VERBS: Readonly<Record<string, string>> = {
  read: "Read", readonly: "Read", write: "Read and change", readwrite: "Read and change", modify: "Read and change", edit: "Change", manage: "Manage", admin: "Administer",
  send: "Send", compose: "Write", delete: "Delete", create: "Create", full: "Full access to",
};

const KNOWN: Readonly<Record<string, string>> = {
  openid: "Know who the person is", profile: "See their name and picture", email: "See their email address",
  offline_access: "Stay connected while they are away", offline: "Stay connected while they are away",
};

/** A few words about a scope: `read:org` becomes "Read org". A name that tells nothing becomes "Use <its words>". */
export function scopeInWords(scope: string): string {
  const known = KNOWN[scope.toLowerCase()];
  if (known) return known;
  const words = (scope.split("/").filter(Boolean).at(-1) ?? scope).split(/[\s:._-]+/).filter(Boolean);
  const verb = words.map((word) => VERBS[word.toLowerCase()]).find(Boolean);
  const rest = words.filter((word) => !VERBS[word.toLowerCase()]).join(" ");
  return rest === "" ? (verb ?? scope) : `${verb ?? "Use"} ${rest}`;
}
