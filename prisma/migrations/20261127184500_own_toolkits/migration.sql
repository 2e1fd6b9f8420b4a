-- Toolkits that a project made: where each comes from, its draft, and its versions. A running older copy does not know
-- the tables.
CREATE TABLE "own_toolkit" (
    "project_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT,
    "source" BYTEA,
    "source_bytes" INTEGER NOT NULL DEFAULT 0,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "access" TEXT NOT NULL DEFAULT 'all',
    "state" TEXT NOT NULL DEFAULT 'draft',
    "version" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "summary" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "own_toolkit_pkey" PRIMARY KEY ("project_id","slug"),
    CONSTRAINT "own_toolkit_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "own_toolkit_version" (
    "project_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "source" BYTEA,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "facts" JSONB NOT NULL,
    "hash" TEXT NOT NULL,
    "summary" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "own_toolkit_version_pkey" PRIMARY KEY ("project_id","slug","version"),
    CONSTRAINT "own_toolkit_version_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
