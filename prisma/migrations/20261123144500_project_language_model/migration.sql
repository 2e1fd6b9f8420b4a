-- CreateTable
CREATE TABLE "project_language_model" (
    "project_id" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "api_key" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_language_model_pkey" PRIMARY KEY ("project_id")
);

-- AddForeignKey
ALTER TABLE "project_language_model" ADD CONSTRAINT "project_language_model_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
