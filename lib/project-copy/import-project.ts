/** Imports the files of an exported project: all of them in one transaction, or none. */
import type { ProjectCaller } from "@/lib/access/caller";
import { findAccountCopies } from "@/lib/connected-accounts/accounts/account-copy";
import { db } from "@/lib/kernel/database/db";
import { checkFiles } from "./check-files";
import { openCopiedIds } from "./copied-ids";
import { MOST, type FileOf, type ProjectFiles } from "./files.contract";
import { ImportWriter } from "./import-writer";
import { assertNoProblems } from "./read-archive";
import { ReportWriter, type ImportReport } from "./report-writer";

/** For as many items as the files can have. */
const TRANSACTION = { timeout: 120_000 };

/** Ends a transaction without its changes. */
class OnlyChecked extends Error {}

/** Counts, for each toolkit, the users who were connected there and are not here. */
async function askToConnect(
  projectId: string,
  { items }: FileOf<"connected-accounts.json">,
  report: ReportWriter,
): Promise<void> {
  const keyOf = (toolkit: string, userId: string): string => `${toolkit.toLowerCase()}\n${userId}`;
  const accounts = await findAccountCopies(projectId, MOST.connected_accounts);
  const connected = new Set(
    accounts.flatMap(({ toolkitSlug, userId, status }) => (status === "ACTIVE" ? [keyOf(toolkitSlug, userId)] : [])),
  );
  const missing = new Map<string, Set<string>>();
  for (const { toolkit, user_id: user, status } of items) {
    if (status !== "ACTIVE") continue;
    const isHere = connected.has(keyOf(toolkit, user));
    report.count("connected-accounts.json", isHere ? "unchanged" : "left_out");
    if (!isHere) missing.set(toolkit, (missing.get(toolkit) ?? new Set()).add(user));
  }
  for (const [toolkit, users] of missing) {
    const text = `${users.size} ${users.size === 1 ? "user has" : "users have"} to connect ${toolkit} here.`;
    report.ask("connected-accounts.json", { from: toolkit, id: null, text });
  }
}

/**
 * @param check only shows what an import would do
 * @throws ApiError Unprocessable that names each problem with its file, place and fix; Forbidden for settings that
 *   protect the project. Nothing is changed then.
 */
export async function importProject(caller: ProjectCaller, files: ProjectFiles, check: boolean): Promise<ImportReport> {
  const { projectId } = caller;
  const checked = await checkFiles(projectId, files);
  const report = new ReportWriter();
  try {
    await db.$transaction(async (tx) => {
      const writer = new ImportWriter(tx, caller, await openCopiedIds(tx, projectId), report);
      await writer.storeAll(checked);
      // Last, because their row is one that many others wait for.
      if (files["project.json"]) await writer.storeSettings(files["project.json"]);
      assertNoProblems(writer.problems);
      if (check) throw new OnlyChecked();
    }, TRANSACTION);
  } catch (error) {
    if (!(error instanceof OnlyChecked)) throw error;
  }
  if (files["connected-accounts.json"]) await askToConnect(projectId, files["connected-accounts.json"], report);
  return report.end(check);
}
