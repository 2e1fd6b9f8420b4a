/** Types of a property of a Notion database (developers.notion.com/reference/property-object). */

export const COLUMN_TYPES: readonly string[] = [
  "title",
  "rich_text",
  "number",
  "select",
  "multi_select",
  "status",
  "date",
  "people",
  "files",
  "checkbox",
  "url",
  "email",
  "phone_number",
  "formula",
  "relation",
  "rollup",
  "unique_id",
  "created_time",
  "created_by",
  "last_edited_time",
  "last_edited_by",
];

/** Words of people and of Notion's own pages, without anything between their letters. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...COLUMN_TYPES.map((type) => [type.replaceAll("_", ""), type] as const),
  ["text", "rich_text"],
  ["string", "rich_text"],
  ["tags", "multi_select"],
  ["person", "people"],
  ["file", "files"],
  ["filesmedia", "files"],
  ["boolean", "checkbox"],
  ["link", "url"],
  ["phone", "phone_number"],
  ["id", "unique_id"],
  ["lasteditedat", "last_edited_time"],
  ["createdat", "created_time"],
]);

/** Notion's name of a type in the words of people; undefined for one that it does not have. */
export const toColumnType = (words: string): string | undefined =>
  WORDS.get(
    words
      .slice(0, 100)
      .toLowerCase()
      .replace(/[^a-z]/g, ""),
  );
