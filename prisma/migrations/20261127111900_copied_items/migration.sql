-- The items of a project that came from exported files. A running older copy does not know the table.
CREATE TABLE "copied_item" (
    "project_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "from_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,

    CONSTRAINT "copied_item_pkey" PRIMARY KEY ("project_id","kind","from_id"),
    CONSTRAINT "copied_item_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
