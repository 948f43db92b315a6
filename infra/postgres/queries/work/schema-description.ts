import { sql, type Transaction } from 'kysely'

const SCRATCH_SCHEMA = 'called_it_expected'

/** Describes the current schema in lines, without Kysely's own tables. */
export async function describeSchema<Tables>(trx: Transaction<Tables>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    WITH relation AS (
      SELECT oid, relname, relkind, reloptions FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relname NOT LIKE 'kysely%'
    )
    SELECT concat_ws(' ', 'table', relname, reloptions) AS line FROM relation WHERE relkind = 'r'
    UNION ALL
    SELECT concat_ws(' ', 'column', relname || '.' || attname, 'number', attnum,
      format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' END, 'storage', attstorage,
      'identity ' || nullif(attidentity::text, ''), 'generated ' || nullif(attgenerated::text, ''),
      'default ' || pg_get_expr(adbin, adrelid), 'collation ' || collname)
    FROM relation
      JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      LEFT JOIN pg_collation ON pg_collation.oid = attcollation
    WHERE relkind = 'r'
    UNION ALL
    SELECT concat_ws(' ', 'constraint', relname || '.' || conname, pg_get_constraintdef(pg_constraint.oid))
    FROM relation JOIN pg_constraint ON conrelid = relation.oid
    UNION ALL
    SELECT concat_ws(' ', 'index', relname, replace(pg_get_indexdef(oid), current_schema() || '.', ''))
    FROM relation WHERE relkind = 'i'
    UNION ALL
    SELECT concat_ws(' ', 'sequence', relname, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcycle)
    FROM relation JOIN pg_sequence ON seqrelid = relation.oid
    UNION ALL
    SELECT concat_ws(' ', 'trigger', relname || '.' || tgname,
      replace(pg_get_triggerdef(pg_trigger.oid), current_schema() || '.', ''))
    FROM relation JOIN pg_trigger ON tgrelid = relation.oid AND NOT tgisinternal
    ORDER BY line`.execute(trx)
  return rows.map(({ line }) => line)
}

/** Runs `work` in an empty schema, which is dropped afterwards. Extensions of the current schema can be used. */
export async function inScratchSchema<Result>(
  trx: Transaction<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await sql<{ path: string }>`SELECT current_setting('search_path') AS path`.execute(trx)
  const path = rows[0]?.path ?? 'public'
  await sql`CREATE SCHEMA ${sql.id(SCRATCH_SCHEMA)}`.execute(trx)
  await updateSearchPath(trx, `${SCRATCH_SCHEMA}, ${path}`)
  const result = await work()
  await updateSearchPath(trx, path)
  await sql`DROP SCHEMA ${sql.id(SCRATCH_SCHEMA)} CASCADE`.execute(trx)
  return result
}

async function updateSearchPath(trx: Transaction<unknown>, path: string): Promise<void> {
  await sql`SELECT set_config('search_path', ${path}, true)`.execute(trx)
}
