/** A server with a sandbox in which a cell runs forever; a test kills it. */
import { findSandbox } from "@/lib/workbench/sessions/sandboxes";
import { newTestSession } from "../builders/workbench";

const session = newTestSession();
await session.cell("kept = 1; open('/mnt/files/kept.txt', 'w').write('kept')");
void session.cell("open('/mnt/files/half', 'w').write('x'); import time; time.sleep(1000)", 180);
const pid = findSandbox(session)?.process.pid;
console.log(JSON.stringify({ pid, projectId: session.projectId, sessionId: session.sessionId }));
