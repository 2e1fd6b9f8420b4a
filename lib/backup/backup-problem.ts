/** A problem with a backup in one or two sentences for the operator: what is wrong, and what to do. */
export class BackupProblem extends Error {
  override readonly name = "BackupProblem";
}
