// Reads the option `--email` of a command about one person.
import { parseArgs } from "node:util";

/**
 * Ends the process with the usage if it is missing.
 * @param {string} command as people write it, without its options
 * @returns {string}
 */
export function readEmail(command) {
  try {
    const { values } = parseArgs({ options: { email: { type: "string" } } });
    if (values.email) return values.email;
  } catch (error) {
    console.error(error.message);
  }
  console.error(`Usage: ${command} --email you@example.com`);
  process.exit(2);
}
