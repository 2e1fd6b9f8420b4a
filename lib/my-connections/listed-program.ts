/** A program in the list of the connections page. */
import type { Program } from "@/lib/oauth-server/find-users-programs";

/** `uses`: the names of its toolkits. */
export type ListedProgram = Program & { uses: string[] };
