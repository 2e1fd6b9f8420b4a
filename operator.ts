/** The parts of the app that the operator's commands use, as one bundle: `dist/operator.mjs`. */
export { resetSecondFactor } from "@/lib/access/factors/reset-second-factor";
export { allowPasswords } from "@/lib/access/sso/set-sso-rule";
export { provision } from "@/lib/access/provision";
export { backupCommands } from "@/lib/backup/backup-commands";
export { installCatalog } from "@/lib/catalog/load/install-catalog";
export { lookForRelease } from "@/lib/health/look-for-release";
export { assertSecret } from "@/lib/kernel/database/check-secret";
export { prepareSecrets, rewrapSecret } from "@/lib/kernel/kms/prepare-secrets";
export { env } from "@/lib/kernel/process/env";
export { runStops } from "@/lib/kernel/process/lifecycle";
export { describeWorkbench } from "@/lib/workbench/workbench-state";
