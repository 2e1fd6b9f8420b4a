/**
 * Scopes of providers in plain words: common scopes as their providers explain them, others as far as their names show.
 * Pure.
 */

import { MORE_SCOPES } from "./more-scope-words";

/** Which words fit who reads them: the person who allows it, or the developer who asks for it. */
export type Reader = "person" | "developer";

const VERBS = new Map(
  Object.entries({
    read: "Read",
    readonly: "Read",
    write: "Read and edit",
    readwrite: "Read and edit",
    modify: "Read and edit",
    edit: "Change",
    manage: "Manage",
    admin: "Administer",
    send: "Send",
    compose: "Write",
    delete: "Delete",
    create: "Create",
    full: "Full access to",
  }),
);

const SIGN_IN: Readonly<Record<Reader, ReadonlyMap<string, string>>> = {
  person: new Map(
    Object.entries({
      openid: "Know who you are",
      profile: "See your name and picture",
      email: "See your email address",
      offline_access: "Stay connected while you are away",
      offline: "Stay connected while you are away",
      "offline.access": "Stay connected while you are away",
      refresh_token: "Stay connected while you are away",
    }),
  ),
  developer: new Map(
    Object.entries({
      openid: "Know who the person is",
      profile: "See their name and picture",
      email: "See their email address",
      offline_access: "Stay connected while they are away",
      offline: "Stay connected while they are away",
      "offline.access": "Stay connected while they are away",
      refresh_token: "Stay connected while they are away",
    }),
  ),
};

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps */
const GITHUB: Readonly<Record<string, string>> = {
  repo: "Read and edit all repositories, including private ones",
  "repo:status": "Read and set the status of commits",
  repo_deployment: "Read and set the status of deployments",
  public_repo: "Read and edit public repositories",
  "repo:invite": "Accept and decline invitations to repositories",
  security_events: "Read and edit security alerts",
  delete_repo: "Delete repositories",
  workflow: "Add and edit workflow files of GitHub Actions",
  gist: "Create and edit gists",
  "admin:repo_hook": "Create, edit and delete webhooks of repositories",
  "write:repo_hook": "Create and edit webhooks of repositories",
  "read:repo_hook": "See webhooks of repositories",
  "admin:org": "Manage organizations, their teams and members",
  "write:org": "See and edit memberships and teams of organizations",
  "read:org": "See memberships and teams of organizations",
  "admin:org_hook": "Create, edit and delete webhooks of organizations",
  "admin:public_key": "Add, see and delete SSH keys",
  "write:public_key": "Add and see SSH keys",
  "read:public_key": "See SSH keys",
  "admin:gpg_key": "Add, see and delete GPG keys",
  "write:gpg_key": "Add and see GPG keys",
  "read:gpg_key": "See GPG keys",
  notifications: "Read notifications, mark them as read, watch repositories",
  user: "Read and edit the profile, email addresses and follows",
  "read:user": "Read the profile",
  "user:email": "See email addresses",
  "user:follow": "Follow and unfollow people",
  project: "Read and edit projects",
  "read:project": "See projects",
  codespace: "Create and manage codespaces",
  "read:audit_log": "Read the audit log",
  "write:packages": "Publish packages",
  "read:packages": "Download packages",
  "delete:packages": "Delete packages",
  "write:discussion": "Read and edit discussions of teams",
  "read:discussion": "Read discussions of teams",
  "admin:ssh_signing_key": "Add, see and delete SSH keys for signing",
  "write:ssh_signing_key": "Add and see SSH keys for signing",
  "read:ssh_signing_key": "See SSH keys for signing",
  "codespace:secrets": "Manage secrets of codespaces",
  copilot: "Manage Copilot for organizations",
  "manage_billing:copilot": "Manage billing of Copilot",
  audit_log: "Read and edit the audit log",
  "manage_runners:org": "Manage runners of organizations",
  "manage_runners:enterprise": "Manage runners of enterprises",
  "admin:enterprise": "Manage enterprises, their members and settings",
  "read:enterprise": "See enterprises, their members and settings",
  "manage_billing:enterprise": "Manage billing of enterprises",
  "scim:enterprise": "Manage accounts of enterprises by SCIM",
  "write:network_configurations": "See and edit hosted networks of organizations",
  "read:network_configurations": "See hosted networks of organizations",
};

/** https://docs.slack.dev/reference/scopes */
const SLACK: Readonly<Record<string, string>> = {
  "chat:write": "Send messages",
  "chat:write.public": "Send messages to public channels without joining them",
  "chat:write.customize": "Send messages under another name and picture",
  "channels:read": "See public channels and who is in them",
  "channels:history": "Read messages in public channels",
  "channels:join": "Join public channels",
  "channels:manage": "Create and edit public channels",
  "channels:write": "Create and edit public channels",
  "groups:read": "See private channels and who is in them",
  "groups:history": "Read messages in private channels",
  "groups:write": "Create and edit private channels",
  "im:read": "See direct messages and who they are with",
  "im:history": "Read direct messages",
  "im:write": "Start direct messages",
  "mpim:read": "See group messages and who is in them",
  "mpim:history": "Read group messages",
  "mpim:write": "Start group messages",
  "users:read": "See people in the workspace",
  "users:read.email": "See the email addresses of people",
  "users:write": "Set presence",
  "users.profile:read": "Read profiles",
  "users.profile:write": "Change the profile",
  "reactions:read": "See reactions",
  "reactions:write": "Add and remove reactions",
  "files:read": "Read files",
  "files:write": "Upload, edit and delete files",
  "remote_files:read": "See remote files",
  "remote_files:write": "Add, edit and delete remote files",
  "remote_files:share": "Share remote files",
  "pins:read": "See what is pinned",
  "pins:write": "Pin and unpin messages",
  "bookmarks:read": "See bookmarks of channels",
  "bookmarks:write": "Add, edit and delete bookmarks",
  "stars:read": "See saved items",
  "stars:write": "Save and remove items",
  "reminders:read": "See reminders",
  "reminders:write": "Add, complete and delete reminders",
  "team:read": "See the name and picture of the workspace",
  "usergroups:read": "See groups of people",
  "usergroups:write": "Create and edit groups of people",
  "emoji:read": "See custom emoji",
  "dnd:read": "See when people are not to be disturbed",
  "dnd:write": "Turn “Do not disturb” on and off",
  "calls:read": "See calls",
  "calls:write": "Start and change calls",
  "links:read": "See links in messages",
  "links:write": "Show previews of links",
  "search:read": "Search messages and files",
  commands: "Answer slash commands",
  "identity.basic": "See the name of the person",
};

/**
 * By what follows `https://www.googleapis.com/auth/`: https://developers.google.com/identity/protocols/oauth2/scopes
 */
const GOOGLE: Readonly<Record<string, string>> = {
  "gmail.modify": "Read, write and send email (but not permanently delete it)",
  "gmail.readonly": "Read email and its settings",
  "gmail.send": "Send email",
  "gmail.compose": "Write drafts and send email",
  "gmail.labels": "See and edit labels of email",
  "gmail.metadata": "See labels and headers of email, but not its text",
  "gmail.settings.basic": "See and edit settings and filters of email",
  "gmail.settings.sharing": "Manage who else may use the mailbox",
  "userinfo.email": "See the email address",
  "userinfo.profile": "See name and picture",
  contacts: "See and edit contacts",
  "contacts.readonly": "See contacts",
  "contacts.other.readonly": "See contacts that were saved by themselves",
  "directory.readonly": "See people of the organization",
  drive: "See, edit, create and delete all files in Drive",
  "drive.file": "Only the files in Drive that are made or opened with this app",
  "drive.readonly": "See and download all files in Drive",
  "drive.metadata": "See and edit details of files in Drive",
  "drive.metadata.readonly": "See details of Drive files",
  "drive.appdata": "Keep data of its own in Drive",
  calendar: "See, edit, share and delete calendars",
  "calendar.readonly": "See calendars and their events",
  "calendar.events": "See and edit events of calendars",
  "calendar.events.readonly": "See events of calendars",
  "calendar.settings.readonly": "See settings of calendars",
  spreadsheets: "See, edit and delete spreadsheets",
  "spreadsheets.readonly": "See spreadsheets",
  documents: "See, edit and delete documents",
  "documents.readonly": "See documents",
  youtube: "Manage the YouTube account",
  "youtube.upload": "Upload and manage videos",
  "youtube.force-ssl": "See, edit and delete videos, ratings, comments and captions",
  tasks: "See, edit and delete tasks",
  "tasks.readonly": "See tasks",
};

const GOOGLE_PREFIX = "https://www.googleapis.com/auth/";
const OTHERS: Readonly<Record<string, string>> = {
  "https://mail.google.com/": "Read, write, send and delete all email",
};

/** A map: a scope's name comes from outside, and `constructor` is no scope of anybody. */
const SCOPES = new Map(
  Object.entries({
    ...GITHUB,
    ...SLACK,
    ...Object.fromEntries(Object.entries(GOOGLE).map(([name, words]) => [GOOGLE_PREFIX + name, words])),
    ...MORE_SCOPES,
    ...OTHERS,
  }),
);

/**
 * A few words about a scope; words for an unknown scope come from its name: `read:thing` becomes "Read thing", `thing`
 * becomes "Use thing".
 */
export function scopeInWords(scope: string, reader: Reader): string {
  const name = scope.toLowerCase();
  const words = SIGN_IN[reader].get(name) ?? SCOPES.get(name);
  if (words) return words;
  const pieces = (scope.split("/").filter(Boolean).at(-1) ?? scope).split(/[\s:._-]+/).filter(Boolean);
  const verb = pieces.map((piece) => VERBS.get(piece.toLowerCase())).find(Boolean);
  const rest = pieces.filter((piece) => !VERBS.get(piece.toLowerCase())).join(" ");
  return rest === "" ? (verb ?? scope) : `${verb ?? "Use"} ${rest}`;
}
