/** A second copy of the app that serves the fixture, on the database of the test that starts it: prints its address. */
import { findCallerByApiKey } from "@/lib/access/keys/api-keys";
import { serveSurface } from "./serve";
import { createFixture } from "./surface";

const caller = await findCallerByApiKey(process.argv[2] ?? "");
if (!caller) throw new Error("The key is unknown.");
console.log((await serveSurface(createFixture(), caller)).url);
process.stdin.once("end", () => process.exit(0)).resume();
