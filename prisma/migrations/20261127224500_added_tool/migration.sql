-- Tools that a project added by hand to a toolkit. A running older copy does not know the table, and hides such tools of
-- toolkits of the catalog.
CREATE TABLE "added_tool" (
    "project_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "definition" JSON NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "added_tool_pkey" PRIMARY KEY ("project_id","slug"),
    CONSTRAINT "added_tool_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
