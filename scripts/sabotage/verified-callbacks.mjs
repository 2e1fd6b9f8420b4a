// Guards of callback identity verification: a return counts once the project's app has said who came back.

const VERIFIED = ["lib/connected-accounts/connect/create-callback-session.db.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const verifiedCallbacks = [
  {
    name: "a return that waits for the app connects a revoked account again",
    file: "lib/connected-accounts/revocation/create-revocation.ts",
    from: "  await tx.callbackSession.deleteMany({ where: { projectId, accountId: { in: ids } } });\n",
    to: "",
    tests: VERIFIED,
  },
  {
    name: "a connection that is made leaves returns that wait",
    file: "lib/connected-accounts/accounts/connect-links.ts",
    from: "  await tx.callbackSession.deleteMany({ where: { projectId, accountId } });\n",
    to: "",
    tests: VERIFIED,
  },
  {
    name: "a return connects the account though the project verifies who comes back",
    file: "lib/connected-accounts/connect/finish-oauth.ts",
    from: "if (verifierUrl !== null) {",
    to: 'if (verifierUrl === "") {',
    tests: VERIFIED,
  },
  {
    name: "a return waits for an account that was revoked meanwhile",
    file: "lib/connected-accounts/connect/create-callback-session.ts",
    from: 'if (!row || row.status === "REVOKED") return null;',
    to: "if (!row) return null;",
    tests: VERIFIED,
  },
  {
    name: "another project redeems a session",
    file: "lib/connected-accounts/connect/create-callback-session.ts",
    from: "WHERE project_id = $1 AND hash = $2",
    to: "WHERE $1::text IS NOT NULL AND hash = $2",
    tests: VERIFIED,
  },
  {
    name: "a session is redeemed twice",
    file: "lib/connected-accounts/connect/create-callback-session.ts",
    from: "DELETE FROM callback_session WHERE",
    to: "UPDATE callback_session SET hash = hash WHERE",
    tests: VERIFIED,
  },
  {
    name: "a session is redeemed after its time",
    file: "lib/connected-accounts/connect/create-callback-session.ts",
    from: " AND expires_at > $3 RETURNING",
    to: " AND $3::timestamptz IS NOT NULL RETURNING",
    tests: VERIFIED,
  },
  {
    name: "another user than the connection's completes it",
    file: "lib/connected-accounts/connect/complete-auth.ts",
    from: "if (account.userId !== userId) {",
    to: 'if (userId === "") {',
    tests: VERIFIED,
  },
  {
    name: "a connection that nobody could verify is begun",
    file: "lib/connected-accounts/manage/begin-connection.ts",
    from: 'if (verified && userId === "default")',
    to: 'if (verified && userId === "")',
    tests: ["lib/connected-accounts/verified-users.db.test.ts"],
  },
];
