-- CreateTable
CREATE TABLE "own_recipe" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "use_case" TEXT NOT NULL,
    "asked_as" TEXT[],
    "steps" JSONB NOT NULL,
    "pitfalls" JSONB NOT NULL,
    "required_tools" TEXT[],
    "code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "own_recipe_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "own_recipe_project_id_updated_at_id_idx" ON "own_recipe"("project_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "own_recipe_project_id_slug_key" ON "own_recipe"("project_id", "slug");

-- AddForeignKey
ALTER TABLE "own_recipe" ADD CONSTRAINT "own_recipe_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
