export async function resolve(specifier, context, next) {
  if (specifier === "fs" && /mcp-conformance/.test(context.parentURL ?? ""))
    return { url: new URL("./fs.mjs", import.meta.url).href, shortCircuit: true };
  return next(specifier, context);
}
