import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // `prisma generate` needs no database; scripts/prisma.mjs sets the address for the commands that do.
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://unset@127.0.0.1:1/unset" },
});
