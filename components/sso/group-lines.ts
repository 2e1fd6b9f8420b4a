/** Groups and their roles as text, a line each: `Platform team = admin`. */

type GroupRole = { group: string; role: string };

export const toGroupLines = (groups: readonly GroupRole[]): string =>
  groups.map(({ group, role }) => `${group} = ${role}`).join("\n");

/** The group can contain an equals sign, and the role cannot. */
export const fromGroupLines = (text: string): GroupRole[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const position = line.lastIndexOf("=");
      if (position === -1) return { group: line, role: "" };
      return {
        group: line.slice(0, position).trim(),
        role: line
          .slice(position + 1)
          .trim()
          .toLowerCase(),
      };
    });
