// `npm run prisma -- migrate dev --name add_x`: Prisma's CLI, offline. Without DATABASE_URL it uses a temporary
// database.
import { spawnSync } from "node:child_process";
import { withThrowAwayPostgres } from "./postgres/database.mjs";
import { loadEnvFile, root } from "./paths.mjs";
import { prismaCli, prismaEnv } from "./build/prisma-cli.mjs";

const NEEDS_NO_DATABASE = ["generate", "validate", "format", "version", "--version", "--help", undefined];
const args = process.argv.slice(2);

const prisma = (env = {}) =>
  spawnSync(process.execPath, [prismaCli, ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...prismaEnv, ...env },
  }).status ?? 1;

loadEnvFile();
process.exitCode =
  process.env.DATABASE_URL || NEEDS_NO_DATABASE.includes(args[0])
    ? prisma()
    : await withThrowAwayPostgres(async (postgres) => prisma({ DATABASE_URL: postgres.url() }));
