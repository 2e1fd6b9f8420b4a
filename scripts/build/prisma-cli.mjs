// How the project's scripts call Prisma's unmodified CLI without downloading its native engine.
import { inRoot } from "../paths.mjs";

export const prismaCli = inRoot("node_modules/prisma/build/index.js");

/** The engine comes from npm as WebAssembly, behind a script that speaks the binary's protocol. */
export const prismaEnv = {
  PRISMA_SCHEMA_ENGINE_BINARY: inRoot("scripts/build/prisma-schema-engine.mjs"),
  PRISMA_HIDE_UPDATE_MESSAGE: "1",
  CHECKPOINT_DISABLE: "1",
};
