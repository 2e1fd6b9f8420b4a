/** Writes a backup of the database of its settings into a file, as the command does, and prints the report. */
import { createBackup } from "@/lib/backup/create-backup";
import { filePlace } from "@/lib/backup/places/place";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { KEY } from "../servers/restored-server";

const [file = ""] = process.argv.slice(2);
const report = await createBackup({ place: filePlace(file), key: KEY, verify: true });
await runStops(() => undefined);
console.log(JSON.stringify(report));
