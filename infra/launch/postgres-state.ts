import { realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { identityOf } from './data-dir.ts'
import { exists } from './postgres-files.ts'
import { readState, writeState } from './state-file.ts'

const stored = z.object({
  port: z.int(),
  /** The superuser's password. */
  password: z.string(),
  /** The password of the role that programs log in as. */
  ownerPassword: z.string(),
  /** Relative to DATA_DIR, unless the database lies elsewhere. */
  folder: z.string(),
  /** The DATA_DIR that it was written for; a copy has another identity. */
  dataDir: z.object({ path: z.string(), identity: z.string() }),
})

export interface PostgresState {
  readonly port: number
  readonly password: string
  readonly ownerPassword: string
  /** Has `data`, and a copy of the binaries where the server's user cannot run the installed ones. Absolute. */
  readonly folder: string
}

/** What the last start left behind. */
export type KnownPostgres = PostgresState & {
  /** That start used another DATA_DIR, from which this one was copied. */
  readonly isCopy: boolean
}

/** @throws for a state that this release cannot read */
export async function readPostgresState(dataDir: string): Promise<KnownPostgres | undefined> {
  const last = await readState(stateFile(dataDir), stored)
  if (last === undefined) {
    if (!(await exists(stateFile(dataDir)))) return undefined
    throw new Error(
      'postgres.json in this DATA_DIR is damaged, or of a release before 0.3.0: put the file back, ' +
        'or start release 0.10.0 on it first',
    )
  }
  const { port, password, ownerPassword } = last
  const root = await realpath(dataDir)
  const isMoved = last.dataDir.identity !== (await identityOf(root))
  // A database outside goes with a moved DATA_DIR, but not with a copy of one that is still there.
  const original = await identityOf(last.dataDir.path).catch(() => undefined)
  const isCopy = isMoved && (!path.isAbsolute(last.folder) || original === last.dataDir.identity)
  return { port, password, ownerPassword, folder: path.resolve(root, last.folder), isCopy }
}

export async function writePostgresState(dataDir: string, { folder, ...rest }: PostgresState): Promise<void> {
  const root = await realpath(dataDir)
  const relative = path.relative(root, folder)
  await writeState(stateFile(dataDir), {
    ...rest,
    folder: relative.startsWith('..') ? folder : relative,
    dataDir: { path: root, identity: await identityOf(root) },
  } satisfies z.input<typeof stored>)
}

/**
 * A copy of a stopped folder is complete and runs on its own.
 *
 * @throws for a copy of one that was in use, and for a copy of one whose database lies elsewhere
 */
export async function refuseIncompleteCopy(dataDir: string, known: KnownPostgres | undefined): Promise<void> {
  if (!known?.isCopy) return
  if (!known.folder.startsWith(`${await realpath(dataDir)}${path.sep}`)) {
    throw new Error(
      `this DATA_DIR is a copy without its database, which lies in ${known.folder}: copy with "npm run cli -- backup"`,
    )
  }
  if (await exists(path.join(known.folder, 'data', 'postmaster.pid'))) {
    throw new Error(
      'this DATA_DIR was copied while its database was in use: stop the original and copy it again ' +
        '(if nothing used it then, delete postgres/data/postmaster.pid in the copy)',
    )
  }
}

/** Deletes the database of a data folder, which may lie elsewhere. */
export async function removePostgres(dataDir: string): Promise<void> {
  const known = await readPostgresState(dataDir)
  if (known?.isCopy === false) await rm(known.folder, { recursive: true, force: true })
  await rm(stateFile(dataDir), { force: true })
}

function stateFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.json')
}
