/** What the page of a user's connections shows. */
import type { Branding } from "@/lib/access/projects/branding";
import type { Connection } from "@/lib/connected-accounts/manage/find-users-connections";
import type { Language } from "@/lib/hosted-pages/languages";
import type { ListedProgram } from "./listed-program";

export type Call = {
  /** What the tool is called; undefined for a request of the app's own. */
  name: string | undefined;
  successful: boolean;
  at: Date;
};

export type ListedConnection = Connection & { calls: { total: string; latest: Call[] } };

export type ListPage = {
  language: Language;
  /** The query that keeps the language a person chose; empty where nobody did. */
  chosen: string;
  branding: Branding;
  userId: string;
  /** When the sign-in ends. */
  until: Date;
  connections: readonly ListedConnection[];
  programs: readonly ListedProgram[];
  page: number;
  pages: number;
  present: Date;
  goesTo: string[];
};
