// Stops with a one-sentence error on a Node that the packages do not support; imported before everything else.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Patchbay needs Node 20.19 or newer, and this is ${process.version}. Install a newer Node (https://nodejs.org) and run the command again.`,
  );
  process.exit(1);
}
