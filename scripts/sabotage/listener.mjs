// Guards of lib/http/listener: whose connections stay open.

const IDLE = ["lib/http/listener/bound-idle-connections.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const listener = [
  {
    name: "one client lets all connections wait",
    file: "lib/http/listener/bound-idle-connections.ts",
    from: "if (sockets.size <= share || !oldest) return;",
    to: "if (sockets.size <= share || oldest) return;",
    tests: IDLE,
  },
  {
    name: "a connection that has become a socket counts as one that waits",
    file: "lib/http/listener/create-listener.ts",
    from: "leaveIdle(socket);",
    to: "void leaveIdle;",
    tests: IDLE,
  },
];
