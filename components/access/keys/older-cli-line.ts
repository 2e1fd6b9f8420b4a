/** The line that signs in the programs from before version 3, which keep their key in a file of their own. */

/** In quotes of a shell: what is in them means nothing to it. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * A command for a terminal. It replaces the file, which only its owner can read.
 * @param origin the server's address without a path, as the programs want it
 */
export function olderCliLine(origin: string, key: string): string {
  const content = JSON.stringify({ api_key: key, base_url: origin });
  return `(umask 077; mkdir -p ~/.composio && printf %s ${quote(content)} > ~/.composio/user_data.json)`;
}
