-- CreateTable
CREATE TABLE "project_web_search" (
    "project_id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "base_url" TEXT,
    "api_key" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_web_search_pkey" PRIMARY KEY ("project_id")
);

-- AddForeignKey
ALTER TABLE "project_web_search" ADD CONSTRAINT "project_web_search_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
