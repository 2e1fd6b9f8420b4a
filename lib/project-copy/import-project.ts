/** Imports the files of an exported project: all of them in one transaction, or none. */
import { countOf } from "@/lib/contract/count-of";
import { actorOf, type ProjectCaller } from "@/lib/access/caller";
import { findAccountCopies } from "@/lib/connected-accounts/accounts/account-copy";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { storeAddedToolCopy, type CheckedAddition } from "@/lib/own-toolkits/added/added-tool-copy";
import { storeToolkitCopy, type CheckedToolkit } from "@/lib/own-toolkits/toolkit-copy";
import { checkAddedTools, checkFiles, checkOwnToolkits, toTexts } from "./check-files";
import { openCopiedIds } from "./copied-ids";
import { MOST, type FileName, type FileOf, type ProjectFiles } from "./files.contract";
import { ImportWriter } from "./import-writer";
import { assertNoProblems } from "./read-archive";
import { withoutItemsOf } from "./without-items-of";
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
    const text = `${countOf(users.size, "user has", "users have")} to connect ${toolkit} here.`;
    report.ask("connected-accounts.json", { from: toolkit, id: null, text });
  }
}

function unstored(file: FileName, index: number, error: unknown): ApiError {
  const [sentence = ""] = toTexts(error);
  return new ApiError("Unprocessable", `${file}: items.${index}: ${sentence}`, {
    suggestedFix: "Correct it, and import the files again: what is there already is found again.",
    cause: error,
  });
}

/** @throws ApiError Unprocessable; the toolkits that are stored already stay */
async function storeToolkits(caller: ProjectCaller, toolkits: readonly CheckedToolkit[]): Promise<void> {
  for (const [index, toolkit] of toolkits.entries())
    try {
      await storeToolkitCopy(caller.projectId, toolkit, actorOf(caller));
    } catch (error) {
      throw unstored("own-toolkits.json", index, error);
    }
}

/** @throws ApiError Unprocessable; the toolkits and tools that are stored already stay */
async function storeAddedTools(caller: ProjectCaller, files: ProjectFiles, report: ReportWriter): Promise<void> {
  for (const [index, addition] of (await checkAddedTools(caller.projectId, files)).entries())
    try {
      await storeAddedToolCopy(caller.projectId, addition, actorOf(caller));
      report.count("added-tools.json", addition.change);
    } catch (error) {
      throw unstored("added-tools.json", index, error);
    }
}

/**
 * Checks and stores everything but toolkits and added tools in one transaction, which is ended without changes if
 * `check` is set.
 */
async function writeItems(
  caller: ProjectCaller,
  files: ProjectFiles,
  check: boolean,
  report: ReportWriter,
): Promise<void> {
  const { projectId } = caller;
  const checked = await checkFiles(projectId, files);
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
}

/** Counts toolkits, and those that the files leave out. */
function reportToolkits(files: ProjectFiles, toolkits: readonly CheckedToolkit[], report: ReportWriter): void {
  for (const { change } of toolkits) report.count("own-toolkits.json", change);
  for (const slug of files["own-toolkits.json"]?.left_out ?? []) {
    report.count("own-toolkits.json", "left_out");
    report.ask("own-toolkits.json", { from: slug, id: null, text: `${slug} is not in the file. Copy it by itself.` });
  }
}

/** Counts checked tools, and asks for those that the files leave out. */
function reportAdditions(files: ProjectFiles, additions: readonly CheckedAddition[], report: ReportWriter): void {
  for (const { change } of additions) report.count("added-tools.json", change);
  for (const slug of files["added-tools.json"]?.left_out ?? []) {
    report.count("added-tools.json", "left_out");
    report.ask("added-tools.json", { from: slug, id: null, text: `${slug} is not in the file. Add it by itself.` });
  }
}

/** In small letters, as the slugs of toolkits are. */
const changedSlugs = (items: readonly { copy: { slug: string }; change: string }[]): string[] =>
  items.filter(({ change }) => change !== "unchanged").map(({ copy }) => copy.slug.toLowerCase());

/**
 * Toolkits of the project's own and added tools come first, because other items name them; each is compiled before
 * anything is changed, except tools that are added to a new toolkit.
 * @param check only shows what an import would do
 * @throws ApiError Unprocessable that names each problem with its file, place and fix; Forbidden for settings that
 *   protect the project. Nothing is changed then, unless the problem is of an item that needs a new toolkit, or of the
 *   toolkit itself: toolkits that are stored already stay.
 */
export async function importProject(caller: ProjectCaller, files: ProjectFiles, check: boolean): Promise<ImportReport> {
  const toolkits = await checkOwnToolkits(caller.projectId, files);
  const changed = changedSlugs(toolkits);
  const additions = await checkAddedTools(caller.projectId, files, changed);
  const missing = [...changed, ...changedSlugs(additions)];
  const report = new ReportWriter();
  reportToolkits(files, toolkits, report);
  reportAdditions(files, check ? additions : [], report);
  if (missing.length > 0) {
    const { files: others, waiting } = withoutItemsOf(missing, files);
    await writeItems(caller, others, true, check ? report : new ReportWriter());
    for (const [slug, count] of check ? waiting : []) {
      const text = `${countOf(count, "item needs", "items need")} it, and will be checked by the import itself.`;
      report.ask(changed.includes(slug) ? "own-toolkits.json" : "added-tools.json", { from: slug, id: null, text });
    }
  }
  if (!check) {
    await storeToolkits(caller, toolkits);
    await storeAddedTools(caller, files, report);
  }
  if (!check || missing.length === 0) await writeItems(caller, files, check, report);
  if (files["connected-accounts.json"]) await askToConnect(caller.projectId, files["connected-accounts.json"], report);
  return report.end(check);
}
