-- Parts of user ids are found by their trigrams. A database without the extension, or one that does not let this role create
-- it, goes on without the index: such searches read row after row there, for a limited time.
DO $$
DECLARE
  place text;
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'pg_trgm cannot be created (%)', SQLERRM;
  END;
  SELECT n.nspname INTO place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname = 'pg_trgm' AND has_schema_privilege(n.oid, 'USAGE');
  IF place IS NOT NULL THEN
    EXECUTE format('CREATE INDEX "tool_log_user_id_trgm_idx" ON "tool_log" USING GIN ("user_id" %I.gin_trgm_ops)', place);
  END IF;
END
$$;
