/** The settings of scheduled backups. */
import path from "node:path";
import { z } from "zod";
import { count } from "./env-forms";

const SECONDS = { m: 60, h: 3600, d: 86_400 } as const;
const MIN_PASSPHRASE = 12;

/** `30m`, `24h` or `7d`, in seconds. */
const duration = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/, "must be a number of minutes, hours or days such as 30m, 24h or 7d")
  .transform((text) => Number(text.slice(0, -1)) * SECONDS[text.slice(-1) as keyof typeof SECONDS]);

/** Their names in the environment, and their forms. */
export const backupSettings = {
  PATCHBAY_BACKUP_TO: z.string().min(1).optional(),
  PATCHBAY_BACKUP_EVERY: duration.default(SECONDS.d),
  PATCHBAY_BACKUP_KEEP: count(1, 10_000).default(7),
  PATCHBAY_BACKUP_PASSPHRASE: z
    .string()
    .min(MIN_PASSPHRASE, `must have at least ${MIN_PASSPHRASE} characters`)
    .optional(),
};

export type BackupSettings = {
  /** An absolute path of a folder, or `s3://bucket/prefix`. */
  to: string;
  everySeconds: number;
  /** How many stay; older backups are deleted. */
  keep: number;
  passphrase: string;
};

type Values = z.output<z.ZodObject<typeof backupSettings>>;

/** The settings that scheduled backups lack, with the reason. */
export const missingForBackups = (values: Values): { name: keyof Values; message: string }[] =>
  values.PATCHBAY_BACKUP_TO && !values.PATCHBAY_BACKUP_PASSPHRASE
    ? [
        {
          name: "PATCHBAY_BACKUP_PASSPHRASE",
          message: "must be set too: scheduled backups are always encrypted. Keep it apart from the backups",
        },
      ]
    : [];

/** Undefined without a place. */
export const toBackups = (values: Values): BackupSettings | undefined => {
  const { PATCHBAY_BACKUP_TO: to, PATCHBAY_BACKUP_PASSPHRASE: passphrase } = values;
  if (!to || !passphrase) return undefined;
  return {
    to: to.startsWith("s3://") ? to : path.resolve(to),
    everySeconds: values.PATCHBAY_BACKUP_EVERY,
    keep: values.PATCHBAY_BACKUP_KEEP,
    passphrase,
  };
};
