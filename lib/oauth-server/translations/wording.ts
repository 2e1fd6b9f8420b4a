/** Which texts the pages have on which people allow programs, in whatever language. `{client}`, `{app}`, ... are variables. */

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
