/** What an import did, or would do, and what people have to do afterwards. */
import type { z } from "zod";
import type { StoredCopy } from "@/lib/kernel/database/stored-copy";
import type { projectCopyApi } from "./contract";
import type { FileName } from "./files.contract";

export type ImportReport = z.input<typeof projectCopyApi.importProject.response>;
type Counts = Record<StoredCopy["change"] | "left_out", number>;
type ToDo = { from: string; id: string | null; text: string };

/** More sentences than anybody reads; their number is reported. */
const MOST_TO_DO = 200;

export class ReportWriter {
  private readonly counts = new Map<FileName, Counts>();
  private readonly toDo: ImportReport["to_do"] = [];
  private toDoTotal = 0;

  count(file: FileName, change: keyof Counts): void {
    const counts = this.counts.get(file) ?? { created: 0, updated: 0, unchanged: 0, left_out: 0 };
    counts[change] += 1;
    this.counts.set(file, counts);
  }

  ask(file: FileName, toDo: ToDo): void {
    this.toDoTotal += 1;
    if (this.toDo.length < MOST_TO_DO) this.toDo.push({ file, ...toDo });
  }

  /** @param check whether nothing was changed */
  end(check: boolean): ImportReport {
    const changes = [...this.counts].map(([file, counts]) => ({ file, ...counts }));
    // The ids of items that were not kept mean nothing.
    const toDo = check ? this.toDo.map((item) => ({ ...item, id: null })) : this.toDo;
    return { check, changes, to_do: toDo, to_do_total: this.toDoTotal };
  }
}
