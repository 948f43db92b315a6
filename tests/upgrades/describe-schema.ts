import { type Kysely, sql } from 'kysely'

/** Describes the current schema in lines, without Kysely's own tables. */
export async function describeSchema<Tables>(db: Kysely<Tables>): Promise<string[]> {
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
    SELECT concat_ws(' ', 'index', relname, pg_get_indexdef(oid)) FROM relation WHERE relkind = 'i'
    UNION ALL
    SELECT concat_ws(' ', 'sequence', relname, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcycle)
    FROM relation JOIN pg_sequence ON seqrelid = relation.oid
    UNION ALL
    SELECT concat_ws(' ', 'trigger', relname || '.' || tgname, pg_get_triggerdef(pg_trigger.oid))
    FROM relation JOIN pg_trigger ON tgrelid = relation.oid AND NOT tgisinternal
    UNION ALL
    SELECT concat_ws(' ', 'function', pg_get_functiondef(oid)) FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    ORDER BY line`.execute(db)
  return rows.map(({ line }) => line)
}
