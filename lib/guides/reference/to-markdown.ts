/** A page of the API reference as Markdown, for agents. */
import type { Field, OperationPage } from "@/lib/contract/reference/operation-page";

/** A cell of a table ends at a bar or a line's end. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");

function table(title: string, fields: readonly Field[]): string[] {
  if (fields.length === 0) return [];
  const rows = fields.map(
    ({ name, depth, type, isRequired, about }) =>
      `| ${"· ".repeat(depth)}\`${name}\` | ${cell(type)} | ${isRequired ? "yes" : ""} | ${cell(about)} |`,
  );
  return [`## ${title}`, ["| name | type | required | about |", "| --- | --- | --- | --- |", ...rows].join("\n")];
}

export function toMarkdown(page: OperationPage): string {
  const { method, path, title, about, callers, permission, parameters, query, body, answer, errors } = page;
  const parts = [
    `# ${title}`,
    `\`${method} ${path}\``,
    ...(about ? [about] : []),
    `Callers: ${callers}${permission ? ` Needs \`${permission}\`.` : ""}`,
    ...table("Parameters of the path", parameters),
    ...table("Query", query),
    ...table("Body", body?.fields ?? []),
    ...table("Answer", answer.fields),
    answer.recorded ? `Recorded from a server:\n\n\`\`\`json\n${answer.recorded}\n\`\`\`` : "No answer is recorded.",
    "## Errors",
    errors.map(({ status, about: why }) => `- ${status}: ${why}`).join("\n"),
    ...page.snippets.flatMap(({ title: name, code }) => [`## ${name}`, `\`\`\`\n${code}\n\`\`\``]),
  ];
  return `${parts.join("\n\n")}\n`;
}
