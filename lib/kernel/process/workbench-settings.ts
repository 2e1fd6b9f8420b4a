/** The settings of the workbench. */
import { z } from "zod";
import { count } from "./env-forms";

const MB = 1024 * 1024;

/** Their names in the environment, and their forms. */
export const workbenchSettings = {
  PATCHBAY_WORKBENCH: z.enum(["on", "off"], "must be on or off").default("on"),
  PATCHBAY_WORKBENCH_SECONDS: count(1, 780, " of seconds").default(180),
  PATCHBAY_WORKBENCH_MEMORY_MB: count(256, 1_000_000, " of megabytes").default(1024),
  PATCHBAY_WORKBENCH_DISK_MB: count(1, 100_000_000, " of megabytes").default(1024),
  PATCHBAY_WORKBENCH_SANDBOXES: count(1, 1000).default(10),
  PATCHBAY_WORKBENCH_WARM: count(0, 100).default(1),
  PATCHBAY_WORKBENCH_IDLE_MINUTES: count(1, 10_000, " of minutes").default(15),
  PATCHBAY_WORKBENCH_LAUNCHER: z.string().trim().min(1).optional(),
  // 65534 and what lies below may be people, services and nobody.
  PATCHBAY_WORKBENCH_FIRST_UID: count(65_536, 4_000_000_000).default(612_000),
};

export type WorkbenchSettings = {
  enabled: boolean;
  /** The longest time of one cell or command. */
  maxSeconds: number;
  /** For one sandbox. */
  memoryBytes: number;
  /** For the files of one session. */
  diskBytes: number;
  /** The most sandboxes at a time. */
  sandboxes: number;
  /** How many of them wait ready for new sessions. */
  warm: number;
  /** After this time without use a sandbox is stopped; its files stay. */
  idleMs: number;
  /** A command that goes before bubblewrap's. */
  launcher: string[];
  /** The first of the user ids that sandboxes get from a server that runs as root. */
  firstUid: number;
};

/** The settings in the form in which they are used. */
export const toWorkbench = (value: z.output<z.ZodObject<typeof workbenchSettings>>): WorkbenchSettings => ({
  enabled: value.PATCHBAY_WORKBENCH === "on",
  maxSeconds: value.PATCHBAY_WORKBENCH_SECONDS,
  memoryBytes: value.PATCHBAY_WORKBENCH_MEMORY_MB * MB,
  diskBytes: value.PATCHBAY_WORKBENCH_DISK_MB * MB,
  sandboxes: value.PATCHBAY_WORKBENCH_SANDBOXES,
  warm: value.PATCHBAY_WORKBENCH_WARM,
  idleMs: value.PATCHBAY_WORKBENCH_IDLE_MINUTES * 60_000,
  launcher: value.PATCHBAY_WORKBENCH_LAUNCHER?.split(/\s+/) ?? [],
  firstUid: value.PATCHBAY_WORKBENCH_FIRST_UID,
});
