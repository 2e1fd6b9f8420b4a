/** Scopes of more of the most used toolkits in plain words, by their names in small letters. Pure. */

/** Names that several providers give to about the same. */
const GENERAL = {
  read: "Read data",
  write: "Read and edit data",
  api: "Read and edit data",
  default: "Read and edit data",
  all: "Read and edit everything",
};

const ATLASSIAN = {
  "read:jira-work": "See projects and issues",
  "write:jira-work": "Create and edit issues",
  "read:jira-user": "See people in the site",
};

const HUBSPOT = {
  oauth: "Connect to the account",
  "crm.objects.contacts.read": "See contacts",
  "crm.objects.contacts.write": "See and edit contacts",
  "crm.objects.companies.read": "See companies",
  "crm.objects.companies.write": "See and edit companies",
  "crm.objects.deals.read": "See deals",
  "crm.objects.deals.write": "See and edit deals",
  "crm.objects.owners.read": "See owners of records",
  "crm.schemas.contacts.read": "See fields of contacts",
  "crm.schemas.companies.read": "See fields of companies",
  "crm.schemas.deals.read": "See fields of deals",
  tickets: "See and edit tickets",
};

/** https://learn.microsoft.com/graph/permissions-reference */
const MICROSOFT = {
  "mail.readwrite": "Read, write and delete email",
  "mail.send": "Send email",
  "calendars.readwrite": "See and edit calendars",
  "contacts.readwrite": "See and edit contacts",
  "mailboxsettings.readwrite": "See and edit settings of the mailbox",
  "user.read": "See the profile",
  "team.readbasic.all": "See names of teams",
  "channel.readbasic.all": "See names of channels",
  "channelmessage.send": "Send messages to channels",
  "channelmessage.read.all": "Read messages in channels",
  "chat.readwrite": "Read and write chats",
  "onlinemeetings.readwrite": "See and edit online meetings",
  "people.read": "See frequent contacts",
};

const AIRTABLE = {
  "data.records:read": "Read records",
  "data.records:write": "Create, edit and delete records",
  "data.recordcomments:read": "Read comments of records",
  "data.recordcomments:write": "Write, edit and delete comments of records",
  "schema.bases:read": "See tables and fields of bases",
  "schema.bases:write": "Change tables and fields of bases",
  "user.email:read": "See the email address",
};

const DISCORD = {
  identify: "See name and picture",
  guilds: "See servers",
  "guilds.members.read": "See the profile in servers",
  connections: "See linked accounts",
};

const SOCIAL = {
  "tweet.read": "Read posts",
  "tweet.write": "Write and delete posts",
  "users.read": "See profiles",
  "like.read": "See liked posts",
  "like.write": "Like posts and take likes back",
  "follows.read": "See who is followed",
  "follows.write": "Follow and unfollow people",
  "bookmark.read": "See bookmarks",
  "bookmark.write": "Add and remove bookmarks",
  "list.read": "See lists",
  "list.write": "Create, edit and delete lists",
  w_member_social: "Write posts, comments and reactions",
};

export const MORE_SCOPES: Readonly<Record<string, string>> = {
  ...GENERAL,
  ...ATLASSIAN,
  ...HUBSPOT,
  ...MICROSOFT,
  ...AIRTABLE,
  ...DISCORD,
  ...SOCIAL,
};
