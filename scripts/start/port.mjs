// Whether the app can listen on its port, and the sentences if it cannot.
import { createServer } from "node:net";
import { release } from "../paths.mjs";
import { Refusal } from "./start-problems.mjs";

const commandOn = (port, dev) =>
  release ? `patchbay start --port ${port}` : `PORT=${port} npm ${dev ? "run dev" : "start"}`;

/** The refusal of a start whose port another program uses. */
export const portTaken = (port, host, dev = false) =>
  new Refusal(
    `Port ${port} on ${host} is in use by another program. Stop it, or choose another port: ${commandOn(port + 1, dev)}`,
  );

/** @throws {Refusal} if nothing can listen on the address */
export function assertPortFree(port, host, dev = false) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once("error", (error) =>
        reject(
          error.code === "EADDRINUSE"
            ? portTaken(port, host, dev)
            : new Refusal(
                `The app cannot listen on ${host}:${port} (${error.code}). Set HOST and PORT to an address that this user may use.`,
              ),
        ),
      )
      .listen(port, host, () => probe.close(() => resolve()));
  });
}
