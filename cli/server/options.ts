import type { Options } from "../command";

/** Options of commands that call a server. */
export const SERVER_OPTIONS = {
  url: {
    type: "string",
    value: "URL",
    description: "The server (PATCHBAY_URL; default: the one of login, or the one on this machine)",
  },
  key: {
    type: "string",
    value: "KEY",
    description: "An API key (PATCHBAY_API_KEY with PATCHBAY_URL; other users of this machine can see the option)",
  },
  profile: {
    type: "string",
    value: "NAME",
    description: "The profile of patchbay login; wins over the environment (PATCHBAY_PROFILE; default: default)",
  },
} as const satisfies Options;
