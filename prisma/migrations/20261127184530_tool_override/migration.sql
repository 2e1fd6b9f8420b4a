-- What a project changes of single tools. A running older copy does not know the table.
CREATE TABLE "tool_override" (
    "project_id" TEXT NOT NULL,
    "tool_slug" TEXT NOT NULL,
    "name" TEXT,
    "description" TEXT,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "arguments" JSON NOT NULL DEFAULT '{}',
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tool_override_pkey" PRIMARY KEY ("project_id","tool_slug"),
    CONSTRAINT "tool_override_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
