/** Operations that ask for no tenant, with the test that attacks each of them instead. */
export const UNATTACKED: readonly string[] = [
  ...["changePassword", "completeSetup", "getHealth", "getOpenApi", "getProfile", "getReadiness", "getSetup"],
  // The organization in x-org-id: lib/legacy/migration/find-nanoid tries it.
  ...["org.consumer.listConnectedToolkits", "org.consumer.project.resolve"],
  // They belong to the person who asks: lib/access/people/session-info tries them.
  ...["org.list", "org.project.list", "v1.openapi", "signOutEverywhere", "updateProfile"],
  // They belong to the person who asks, or to the cookie of a first step: lib/access/factors attacks them.
  ...["secondFactor.get", "secondFactor.start", "secondFactor.confirm", "secondFactor.renewRecoveryCodes"],
  ...["secondFactor.turnOff", "signIn.finish", "signIn.confirm"],
  ...[
    "passkeys.list",
    "passkeys.begin",
    "passkeys.create",
    "passkeys.delete",
    "passkeys.beginSignIn",
    "passkeys.signIn",
  ],
  // The cookie of the browser is the credential: lib/access/sso attacks them.
  ...["sso.beginSignIn", "sso.finishSignIn"],
  // A public key.
  ...["sso.listKeys"],
  // lib/access/sign-in/list-sign-ins attacks them.
  ...["signIns.list", "signIns.end"],
  ...[
    "guides.all",
    "guides.collection",
    "guides.index",
    "guides.mcp.call",
    "guides.mcp.follow",
    "guides.read",
    "guides.search",
    "getToolkitLogo",
    "getProjectLogo",
    "getOwnToolkitLogo",
  ],
  // The token of the invitation is the credential: lib/access/invitations attacks them.
  ...["readInvitation", "registerByInvitation", "acceptInvitation"],
  // The key itself is the credential: lib/access/keys attacks it.
  ...["apiKeyRevocation.create"],
  // The ID in the link is the credential: lib/access/keys/cli-sessions attacks them.
  ...["cli.createCodactFailure", "cli.createSession", "cli.getSession"],
  // Public keys: everybody verifies the chain of an audit trail with them.
  ...["getAuditKeys"],
  // The link, the state or the ticket is the credential itself.
  ...[
    "approvalLink.show",
    // Slack's signature is the credential: lib/approval-messages/slack forges it.
    "approvalSlack.action",
    "approvalLink.submit",
    "connect.show",
    "connect.submit",
    "toolkits.auth.callback",
    "olderCallback",
    "getPatchbayFileContent",
    "putPatchbayFileContent",
  ],
  // What a client, a person or a link is, the authorization server asks itself: lib/oauth-server.
  ...["oauth.serverMetadata", "oauth.resourceMetadata", "oauth.longResourceMetadata", "oauth.register"],
  ...["oauth.shortResourceMetadata", "oauth.longestResourceMetadata"],
  ...[
    "oauth.authorize",
    "oauth.decide",
    "oauth.token",
    "oauth.revoke",
    "oauth.clientDocument",
    "signIn.show",
    "signIn.submit",
  ],
  // A user's cookie is the credential: lib/my-connections attacks them.
  ...["myConnections.list", "myConnections.leave", "myConnections.show", "myConnections.change"],
  ...["myApprovals.list", "myApprovals.leave", "myApprovals.show", "myApprovals.decide"],
  ...["myPrograms.show", "myPrograms.end"],
  // Providers prove themselves by signatures: lib/triggers/ingress.
  ...["triggerInstances.handle", "webhookIngress.check", "webhookIngress.triggerEvent"],
];
