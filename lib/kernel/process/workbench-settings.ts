/** The settings of the workbench. */
import { z } from "zod";
import { count, outboundAllow, publicUrl } from "./env-forms";

const MB = 1024 * 1024;

/** Their names in the environment, and their forms. */
export const workbenchSettings = {
  PATCHBAY_WORKBENCH: z.enum(["on", "off", "gateway"], "must be on, off or gateway").default("on"),
  PATCHBAY_WORKBENCH_GATEWAY_URL: publicUrl.optional(),
  PATCHBAY_WORKBENCH_GATEWAY_TOKEN: z.string().min(1).optional(),
  PATCHBAY_WORKBENCH_GATEWAY_KERNEL: z
    .string()
    .regex(/^[\w.-]{1,100}$/, "must be the name of a kernel of the gateway such as python3")
    .default("python3"),
  PATCHBAY_WORKBENCH_SECONDS: count(1, 780, " of seconds").default(180),
  PATCHBAY_WORKBENCH_MEMORY_MB: count(256, 1_000_000, " of megabytes").default(1024),
  PATCHBAY_WORKBENCH_DISK_MB: count(1, 100_000_000, " of megabytes").default(1024),
  PATCHBAY_WORKBENCH_SANDBOXES: count(1, 1000).default(10),
  PATCHBAY_WORKBENCH_WARM: count(0, 100).default(1),
  PATCHBAY_WORKBENCH_IDLE_MINUTES: count(1, 10_000, " of minutes").default(15),
  PATCHBAY_WORKBENCH_LAUNCHER: z.string().trim().min(1).optional(),
  PATCHBAY_WORKBENCH_EGRESS: z.enum(["on", "off"], "must be on or off").default("off"),
  PATCHBAY_WORKBENCH_EGRESS_ALLOW: outboundAllow.default([]),
  // 65534 and lower numbers can be people, services and nobody.
  PATCHBAY_WORKBENCH_FIRST_UID: count(65_536, 4_000_000_000).default(612_000),
};

/** A Jupyter server, Kernel Gateway or Enterprise Gateway. */
export type GatewaySettings = {
  /** Without a slash at the end. */
  url: string;
  token: string | undefined;
  /** Which of its kernels sessions get. */
  kernel: string;
  /** Its host and port, as outbound requests compare them: an operator's own server may be private. */
  allow: readonly string[];
};

export type WorkbenchSettings = {
  enabled: boolean;
  /** Where code runs instead of on this machine. */
  gateway: GatewaySettings | undefined;
  /** The longest time of one cell or command. */
  maxSeconds: number;
  /** For one sandbox. */
  memoryBytes: number;
  /** For the files of one session. */
  diskBytes: number;
  /** The most sandboxes at a time. */
  sandboxes: number;
  /** How many of them wait ready for new sessions. */
  warm: number;
  /** After this time without use a sandbox is stopped; its files stay. */
  idleMs: number;
  /** A command that goes before bubblewrap's. */
  launcher: string[];
  /** Whether code can reach hosts that its project lists. */
  egress: boolean;
  /** Private hosts that projects may list. */
  egressAllow: string[];
  /** The first of the user ids that sandboxes get from a server that runs as root. */
  firstUid: number;
};

/** How many of the server's places a sandbox of each size takes; it has the memory of as many. */
export const SANDBOX_SIZES = { standard: 1, medium: 2, large: 4, xlarge: 6 } as const;
export type SandboxSize = keyof typeof SANDBOX_SIZES;

/**
 * How many places one project may have: on a server with few, all of them; else a quarter is left to other projects.
 */
export const shareOf = (most: number): number => (most <= 3 ? most : most - Math.ceil(most / 4));

/** Why no session can ever have a sandbox of this size here; null where one can. */
export function whyNoSuchSandbox(
  size: SandboxSize,
  { sandboxes, gateway }: Pick<WorkbenchSettings, "sandboxes" | "gateway">,
): string | null {
  if (size === "standard") return null;
  if (gateway) return "code runs at a Jupyter gateway, whose kernels have one size";
  const [needs, share] = [SANDBOX_SIZES[size], shareOf(sandboxes)];
  if (needs <= share) return null;
  return `it takes ${needs} places, and a project may have ${share} of this server's (PATCHBAY_WORKBENCH_SANDBOXES)`;
}

type Values = z.output<z.ZodObject<typeof workbenchSettings>>;

const hostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;

const toGateway = ({
  PATCHBAY_WORKBENCH: backend,
  PATCHBAY_WORKBENCH_GATEWAY_URL: url,
  PATCHBAY_WORKBENCH_GATEWAY_TOKEN: token,
  PATCHBAY_WORKBENCH_GATEWAY_KERNEL: kernel,
}: Values): GatewaySettings | undefined =>
  backend === "gateway" && url ? { url, token, kernel, allow: [hostAndPort(new URL(url))] } : undefined;

/** The settings in the form in which they are used. */
export const toWorkbench = (value: Values): WorkbenchSettings => ({
  enabled: value.PATCHBAY_WORKBENCH !== "off",
  gateway: toGateway(value),
  maxSeconds: value.PATCHBAY_WORKBENCH_SECONDS,
  memoryBytes: value.PATCHBAY_WORKBENCH_MEMORY_MB * MB,
  diskBytes: value.PATCHBAY_WORKBENCH_DISK_MB * MB,
  sandboxes: value.PATCHBAY_WORKBENCH_SANDBOXES,
  warm: value.PATCHBAY_WORKBENCH_WARM,
  idleMs: value.PATCHBAY_WORKBENCH_IDLE_MINUTES * 60_000,
  launcher: value.PATCHBAY_WORKBENCH_LAUNCHER?.split(/\s+/) ?? [],
  egress: value.PATCHBAY_WORKBENCH_EGRESS === "on",
  egressAllow: value.PATCHBAY_WORKBENCH_EGRESS_ALLOW,
  firstUid: value.PATCHBAY_WORKBENCH_FIRST_UID,
});
