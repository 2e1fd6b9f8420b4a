// Next's settings: the v3.1 alias, the security headers, and the packages to keep out of its bundle. A JavaScript file,
// because each start would have to compile TypeScript.
import { existsSync } from "node:fs";
import { API_HEADERS, COMMON_HEADERS } from "./lib/http/common-headers.mjs";

/** @param {Readonly<Record<string, string>>} headers */
const headerList = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** Guides that had another address before documents were grouped: from the old name to the current path below /docs. */
const MOVED_GUIDES = {
  approvals: "agents-and-sessions/approvals",
  architecture: "reference/architecture",
  "callback-verification": "connect-users/callback-verification",
  catalog: "own-toolkits/catalog",
  catalogue: "own-toolkits/catalog",
  "connect-popup": "connect-users/connect-popup",
  "connections-page": "connect-users/connections-page",
  console: "agents-and-sessions/console",
  executing: "run-tools/executing",
  "finding-tools": "run-tools/finding-tools",
  "language-model": "operate/language-model",
  mcp: "mcp/mcp-servers",
  members: "security-and-teams/members",
  "meta-tools": "agents-and-sessions/meta-tools",
  moving: "migrate/from-composio",
  performance: "operate/performance",
  proof: "connect-users/proof",
  sessions: "agents-and-sessions/sessions",
  "several-copies": "operate/several-copies",
  triggers: "triggers-and-webhooks/triggers",
  upgrading: "operate/upgrading",
  "web-search": "operate/web-search",
  webhooks: "triggers-and-webhooks/webhooks",
  words: "reference/words",
  workbench: "workbench/running-code",
};

const isDevelopment = process.env.NODE_ENV === "development";
const hasApi = isDevelopment || process.env.PATCHBAY_FAST_DOOR === "off";

/** @type {import("next").NextConfig} */
const config = {
  // The server answers the API itself (server-routes.ts), so Next builds only pages and the few files named `.tsx`: the
  // routes of the API would be most of its output.
  pageExtensions: hasApi ? ["tsx", "ts"] : ["tsx"],
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: false,
  // Types and lint are steps of `npm run check`; doing them again would double the time of a first start.
  typescript: { ignoreBuildErrors: true },
  // The bundle of the code editor that a build of the pages makes before; empty in development.
  compiler: { define: { EDITOR_FOLDER: process.env.PATCHBAY_EDITOR_FOLDER ?? "" } },
  experimental: {
    // Next would load all routes and pages at its start: 70 MB.
    preloadEntriesOnStart: false,
    // Nothing reads the maps of a production build.
    turbopackSourceMaps: isDevelopment,
    // Only tests build pages with the API, and half of that build was the time to make code of the server smaller.
    ...(hasApi && { turbopackMinify: { server: false } }),
    // Most checkouts are built once, and writing the cache takes a fifth of that build's time and 180 MB. A checkout
    // that is built again gets it.
    turbopackFileSystemCacheForBuild: existsSync(".next/server"),
  },
  serverExternalPackages: ["pg", "graphile-worker", "pino", "@prisma/client", "@prisma/adapter-pg"],
  rewrites: async () => ({
    beforeFiles: [{ source: "/api/v3.1/:path*", destination: "/api/v3/:path*" }],
    afterFiles: [],
    fallback: [],
  }),
  // Parts of addresses that people type; each redirects to the first page of its group.
  redirects: async () => [
    { source: "/settings", destination: "/settings/project", permanent: false },
    { source: "/logs", destination: "/logs/tools", permanent: false },
    // A user of an app is no member: the dashboard's sign-in is not theirs.
    { source: "/my", destination: "/my/connections", permanent: false },
    // A guide as Markdown, for agents: by the end of its address, or by what they accept.
    { source: "/docs/:group/:guide(.+\\.md)", destination: "/api/docs/:group/:guide", permanent: false },
    {
      source: "/docs/:group/:guide",
      has: [{ type: "header", key: "accept", value: ".*text/markdown.*" }],
      destination: "/api/docs/:group/:guide.md",
      permanent: false,
    },
    ...Object.entries(MOVED_GUIDES).map(([name, target]) => ({
      source: `/docs/${name}`,
      destination: `/docs/${target}`,
      permanent: false,
    })),
  ],
  // The policy of pages carries a nonce, so proxy.tsx writes it.
  headers: async () => [
    { source: "/:path*", headers: headerList(COMMON_HEADERS) },
    // The page at the end of a consent has its own policy.
    { source: "/api/:path((?!v3(?:\\.1)?/toolkits/auth/callback$).*)", headers: headerList(API_HEADERS) },
    // Other sites open these pages as popups, and the pages report to them how a connection ended.
    ...["/connect/:path*", "/api/v3/toolkits/auth/callback", "/api/v3.1/toolkits/auth/callback"].map((source) => ({
      source,
      headers: headerList({ "cross-origin-opener-policy": "unsafe-none" }),
    })),
    // The script that apps embed is cached for an hour, so that a fix arrives soon, and for another day while a new
    // version loads.
    {
      source: "/connect.js",
      headers: headerList({
        "cache-control": "public, max-age=3600, stale-while-revalidate=86400",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      }),
    },
    ...[
      "/llms.txt",
      "/llms-full.txt",
      "/logos/:path*",
      "/v3/:path*",
      "/composio/:path*",
      "/tool_router/:path*",
      "/mcp/manage",
      "/.well-known/:path*",
      // The other paths that begin like this are pages with their own policy.
      "/oauth/:end(register|token|revoke)",
    ].map((source) => ({ source, headers: headerList(API_HEADERS) })),
  ],
};

export default config;
