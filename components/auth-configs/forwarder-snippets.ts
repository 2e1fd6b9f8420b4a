/** Code that redirects a browser from an address of one's own to the callback, with the query unchanged. Pure. */

export const FORWARDERS = [
  { key: "nginx", label: "Nginx" },
  { key: "cloudflare", label: "Cloudflare Worker" },
  { key: "next", label: "Next.js route" },
] as const;

export type Forwarder = (typeof FORWARDERS)[number]["key"];

/** A path that may stand in a line of a configuration. */
const pathOf = (address: string): string => {
  const path = URL.canParse(address) ? new URL(address).pathname : "/callback";
  return /^[A-Za-z0-9/._~-]+$/.test(path) ? path : "/callback";
};

export function toForwarder(kind: Forwarder, address: string, callback: string): string {
  const path = pathOf(address);
  if (kind === "nginx") return `location = ${path} {\n  return 302 ${callback}$is_args$args;\n}`;
  if (kind === "cloudflare")
    return (
      `export default {\n  fetch(request) {\n    const { pathname, search } = new URL(request.url);\n   ` +
      ` if (pathname !== ${JSON.stringify(path)}) return new Response("Not found", { status: 404 });\n  ` +
      `  return new Response(null, { status: 302, headers: { location: ${JSON.stringify(callback)} + ` +
      `search } });\n  },\n};`
    );
  return (
    `// app${path.replace(/\/+$/, "")}/route.ts\nexport function GET(request: Request) {\n  const { ` +
    `search } = new URL(request.url);\n  return new Response(null, { status: 302, headers: { ` +
    `location: ${JSON.stringify(callback)} + search } });\n}`
  );
}
