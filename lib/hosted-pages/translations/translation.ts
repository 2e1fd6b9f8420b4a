/**
 * The texts of the pages for end users, the same in each language. `{app}`, `{toolkit}`, `{client}`, ... are variables.
 * A new text is a line here and in the file of each language.
 */

/** A page of one title and a few sentences. */
export type NoticeText = readonly [title: string, ...sentences: string[]];

/** The pages of connect links and of sign-in links. */
export type ConnectingTexts = {
  connect: string;
  wants: string;
  continueAt: string;
  stored: string;
  /** Stands before the list of what a scope allows. */
  asksTo: string;
  optional: string;
  whereToFind: string;
  continueTo: string;
  cancel: string;
  footer: string;
  languages: string;
  /** The button that changes the language. */
  changeLanguage: string;
  attention: string;
  required: string;
  oneLine: string;
  number: string;
  address: string;
  unknown: NoticeText;
  expired: NoticeText;
  used: NoticeText;
  unavailable: NoticeText;
  stale: NoticeText;
  otherBrowser: NoticeText;
  noCookies: NoticeText;
  done: NoticeText;
  failedTitle: string;
  /** Where no app takes over. */
  canClose: string;
  close: string;
  tryAgain: string;
  /** The button that leads back to the link. */
  again: string;
  /** The way back to the page of connections, for whoever began there. */
  yourConnections: string;
  /** What opens the names of scopes. */
  details: string;
  providerAway: string;
  notFinished: string;
  canceled: string;
  denied: string;
  askForHelp: string;
  backToApp: string;
  /** The provider was asked and says no; `refused` is for several fields together. */
  refusedKey: string;
  refusedToken: string;
  refused: string;
  correctOrSave: string;
  /** The provider could not be asked, or its answer says nothing. */
  unchecked: string;
  uncheckedStatus: string;
  retryOrSave: string;
  saveAnyway: string;
  /** Under a field whose value the page holds sealed and does not repeat. */
  kept: string;
  tooMany: string;
  /** The page of a sign-in link. */
  signIn: string;
  signInAs: string;
  signInFooter: string;
  signedIn: NoticeText;
  signInUnknown: NoticeText;
  signInExpired: NoticeText;
  signInUsed: NoticeText;
  /** Of fields that many toolkits share; the others keep their own words. */
  fields: Readonly<
    Partial<
      Record<
        | "API key"
        | "Access token"
        | "User name"
        | "Password"
        | "Key file"
        | "Subdomain"
        | "Client ID"
        | "Client secret",
        string
      >
    >
  >;
};

/** The page on which users see their own connections. */
export type ConnectionTexts = {
  title: string;
  intro: string;
  signedInAs: string;
  signOut: string;
  none: string;
  /** What a connection is at present, each with a sentence. */
  connected: string;
  paused: string;
  pausedHelp: string;
  stopped: string;
  stoppedHelp: string;
  disconnected: string;
  /** Of somebody else, and of the user with others. */
  shared: string;
  sharedHelp: string;
  sharedByYou: string;
  sharedByYouHelp: string;
  /** Of one that works. */
  since: string;
  /** Of one that does not work now. */
  connectedOn: string;
  lastUsed: string;
  /** Of a use in the last minute. */
  usedNow: string;
  neverUsed: string;
  mayDo: string;
  byKey: string;
  notTold: string;
  /** `{count}` is a number, or one with a plus sign. */
  calls: string;
  noCalls: string;
  /** A request of the app's own instead of a tool. */
  request: string;
  failed: string;
  connectAgain: string;
  disconnect: string;
  disconnectOne: string;
  /** Before it is disconnected. */
  ask: string;
  means: string;
  asksProvider: string;
  keyStays: string;
  keep: string;
  /** How it ended. */
  ended: string;
  revoked: string;
  deleted: string;
  /** The same of a key, with a link to where keys are at the provider. */
  deletedKey: string;
  removeKey: string;
  nothing: string;
  later: string;
  refused: string;
  laterKey: string;
  refusedKey: string;
  already: string;
  connectHelp: string;
  back: string;
  pages: string;
  next: string;
  previous: string;
  notSignedIn: NoticeText;
  over: NoticeText;
  continueWith: string;
  signedOut: NoticeText;
  unknown: NoticeText;
  notYours: NoticeText;
  /** Of a form that came after the sign-in had ended. */
  nothingChanged: string;
  /** Programs that were allowed to act as the user at an MCP server. */
  programs: string;
  programsHelp: string;
  allowed: string;
  setUp: string;
  programUnused: string;
  uses: string;
  endAccess: string;
  endOne: string;
  askEnd: string;
  endMeans: string;
  programEnded: string;
  programEndedHelp: string;
  unknownProgram: NoticeText;
};

/** The page on which a person decides about one call of an agent. */
export type ApprovingTexts = {
  title: string;
  /** `{tool}` is the slug of a tool. */
  wants: string;
  account: string;
  details: string;
  countsOnce: string;
  countsForSession: string;
  allow: string;
  deny: string;
  footer: string;
  allowed: NoticeText;
  denied: NoticeText;
  unknown: NoticeText;
  expired: NoticeText;
  replay: NoticeText;
  /** Somebody else was faster, or decided in another way. */
  decided: NoticeText;
  /** The arguments are no longer those for which the link was created. */
  changed: NoticeText;
  /** The page of all calls about which a user decides. */
  listTitle: string;
  listIntro: string;
  none: string;
  look: string;
  expires: string;
  identical: string;
  allowAll: string;
  back: string;
  notFound: NoticeText;
  notSignedIn: NoticeText;
  over: NoticeText;
  signedOut: NoticeText;
};

/** The pages on which people allow programs. */
export type ConsentTexts = {
  /** Title of the page; `{client}` is the name that the program gave itself. */
  title: string;
  wants: string;
  vouched: string;
  unchecked: string;
  atHost: string;
  onComputer: string;
  onDevice: string;
  actsAs: string;
  actAs: string;
  actAsHelp: string;
  /** `{count}` is 1. */
  oneTool: string;
  tools: string;
  /** `{tools}` is one of both above. */
  choose: string;
  whichTools: string;
  more: string;
  allow: string;
  deny: string;
  footer: string;
  endAnyTime: string;
  appEnds: string;
  whichUser: string;
  whichApp: string;
  /** A request that cannot be fulfilled, and why. */
  refused: string;
  nothingAllowed: string;
  tryThere: string;
  foreignAddress: string;
  unknownClient: string;
  /** For a program that describes itself at a URL which this server cannot read. */
  unreadClient: string;
  askOperator: string;
  foreignTools: string;
  needsKey: string;
  oddRequest: string;
  tooMany: string;
  backTo: string;
  /** For a browser that nobody has signed in. */
  signInTitle: string;
  signInWants: string;
  continueWith: string;
  openLink: string;
  members: string;
  dashboard: string;
};

export type Translation = {
  connecting: ConnectingTexts;
  connections: ConnectionTexts;
  consent: ConsentTexts;
  approving: ApprovingTexts;
};
