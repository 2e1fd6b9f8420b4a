/** Which texts the pages for end users have, in whatever language. */

/** A page of one title and a few sentences. */
export type NoticeText = readonly [title: string, ...sentences: string[]];

export type PageTexts = {
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
