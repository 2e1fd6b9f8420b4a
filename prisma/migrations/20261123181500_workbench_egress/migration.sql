-- CreateTable
CREATE TABLE "workbench_egress" (
    "project_id" TEXT NOT NULL,
    "hosts" TEXT[],
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workbench_egress_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "blocked_host" (
    "project_id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "session_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 1,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocked_host_pkey" PRIMARY KEY ("project_id","host","port")
);

-- AddForeignKey
ALTER TABLE "workbench_egress" ADD CONSTRAINT "workbench_egress_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocked_host" ADD CONSTRAINT "blocked_host_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
