// The server of the example: it makes links, so that the API key stays here, and serves the page.
//   PATCHBAY_URL=http://localhost:3000 PATCHBAY_API_KEY=ak_... AUTH_CONFIG_ID=ac_... node server.mjs
// The project lists http://127.0.0.1:3001 in connect_frame_origins.
import { createServer } from "node:http";
import { build } from "esbuild";

const {
  PATCHBAY_URL: patchbay = "http://localhost:3000",
  PATCHBAY_API_KEY: key = "",
  AUTH_CONFIG_ID: config = "",
} = process.env;
const port = Number(process.env.PORT ?? 3001);

const { outputFiles } = await build({
  entryPoints: [new URL("app.tsx", import.meta.url).pathname],
  bundle: true,
  write: false,
  format: "esm",
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
});
const script = outputFiles[0].text;
const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Example app</title>
<div id="root" data-server="${patchbay}"></div><script type="module" src="/app.js"></script></html>`;
const policy = `default-src 'self'; script-src 'self' ${patchbay}; frame-src ${patchbay}`;

async function makeLink(origin) {
  const response = await fetch(`${patchbay}/api/v3/connected_accounts/link`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ auth_config_id: config, user_id: "example", opener_origin: origin }),
  });
  return { status: response.status, text: await response.text() };
}

createServer(async (request, response) => {
  const send = (status, type, text) =>
    response.writeHead(status, { "content-type": type, "content-security-policy": policy }).end(text);
  if (request.url === "/app.js") return send(200, "text/javascript", script);
  if (request.url !== "/link") return send(200, "text/html", html);
  const { status, text } = await makeLink(`http://${request.headers.host}`);
  return send(status, "application/json", text);
}).listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}`));
