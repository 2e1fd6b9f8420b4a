// Listens to triggers as an app does: with the official SDK, unmodified, in a process that trusts an authority of its
// own.
import { Composio } from "composio-core-next";

const [apiKey, baseURL] = process.argv.slice(2);
const { triggers } = new Composio({ apiKey, baseURL, allowTracking: false, disableVersionCheck: true });
await triggers.subscribe((data) => process.send({ at: Date.now(), data }));
process.send("ready");
process.on("disconnect", () => process.exit());
