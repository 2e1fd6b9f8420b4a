/** Which texts the page of connections has, in whatever language. `{app}`, `{toolkit}`, ... are variables. */
import type { NoticeText } from "@/lib/hosted-pages/translations/wording";

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
