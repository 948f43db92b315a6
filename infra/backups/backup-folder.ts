import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { BackupFileError, type BackupHeader } from '../postgres/backup/file.ts'
import { readHeader } from '../postgres/backup/read-backup.ts'
import { LATEST_MIGRATION } from '../postgres/migrate.ts'

/** Below the data folder. */
const BACKUPS_FOLDER = 'backups'

const ENDING = '.backup'
const MAX_NAME_CHARACTERS = 150

/** How a backup came into the folder, by its name: the folder needs no other record. */
const PREFIXES = {
  schedule: 'scheduled-',
  hand: 'manual-',
  restore_point: 'before-restore-',
  upload: 'uploaded-',
} as const
type NamedBackupKind = keyof typeof PREFIXES
/** `other`: somebody put it there. */
type BackupKind = NamedBackupKind | 'other'

export type BackupFile = {
  readonly name: string
  readonly kind: BackupKind
  readonly bytes: number
  readonly changedAt: Date
  /** Null for a file that is no backup, of a format that this release does not know, or one that it may not read. */
  readonly about: {
    readonly takenAt: string
    /** Null in backups of 0.15.0 and before. */
    readonly release: string | null
    readonly migration: string | null
  } | null
  /** Whether it was made at the schema of this release. The file may still be damaged. */
  readonly isRestorable: boolean
}

export type BackupFolder = {
  /** Newest first. Reads the first block of each. Empty while there is no folder. */
  list(): Promise<BackupFile[]>
  find(name: string): Promise<BackupFile | null>
  /** That of the next second where one is taken. */
  newName(kind: NamedBackupKind): Promise<string>
  isEmpty(): Promise<boolean>
  /** @throws Error for a name that is not {@link isBackupName} */
  pathOf(name: string): string
  /** False: there is none. */
  delete(name: string): Promise<boolean>
  /** Before something is written into it. */
  make(): Promise<void>
}

/** Whether it names a file in the folder itself, one that a list shows. */
export function isBackupName(name: string): boolean {
  return (
    name.length <= MAX_NAME_CHARACTERS &&
    name.endsWith(ENDING) &&
    /^[^.\p{Cc}/\\:][^\p{Cc}/\\:]*$/u.test(name)
  )
}

/** As `manual-2026-08-01-031502.backup`, in UTC. Names sort by time within a kind. */
export function newBackupName(kind: NamedBackupKind, at: Date): string {
  const [day, time = ''] = at.toISOString().split('T')
  return `${PREFIXES[kind]}${day}-${time.slice(0, 8).replaceAll(':', '')}${ENDING}`
}

function kindOf(name: string): BackupKind {
  const isKind = (kind: string): kind is NamedBackupKind => kind in PREFIXES
  const kinds = Object.keys(PREFIXES).filter(isKind)
  return kinds.find((kind) => name.startsWith(PREFIXES[kind])) ?? 'other'
}

/** @param dataDir that gateways and workers share */
export function openBackupFolder(dataDir: string): BackupFolder {
  const folder = path.join(dataDir, BACKUPS_FOLDER)

  function pathOf(name: string): string {
    if (!isBackupName(name)) throw new Error('not the name of a backup')
    return path.join(folder, name)
  }

  async function find(name: string): Promise<BackupFile | null> {
    const file = pathOf(name)
    const found = await stat(file).catch(nullIfMissing)
    if (!found?.isFile()) return null
    const header = await readHeader(file).catch(nullIfNoBackup)
    return {
      name,
      kind: kindOf(name),
      bytes: found.size,
      changedAt: found.mtime,
      about: header && describe(header),
      isRestorable: header?.migrations.at(-1) === LATEST_MIGRATION,
    }
  }

  const listNames = async () => ((await readdir(folder).catch(nullIfMissing)) ?? []).filter(isBackupName)

  return {
    pathOf,
    find,
    async newName(kind) {
      for (let at = Date.now(); ; at += 1_000) {
        const name = newBackupName(kind, new Date(at))
        if (!(await stat(pathOf(name)).catch(nullIfMissing))) return name
      }
    },
    isEmpty: async () => (await listNames()).length === 0,
    async list() {
      const files: BackupFile[] = []
      for (const name of await listNames()) {
        const file = await find(name)
        if (file) files.push(file)
      }
      return files.sort((one, other) => timeOf(other) - timeOf(one))
    },
    async delete(name) {
      const file = pathOf(name)
      if (!(await stat(file).catch(nullIfMissing))) return false
      await rm(file, { force: true })
      return true
    },
    async make() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
  }
}

function describe({ takenAt, release, migrations }: BackupHeader): NonNullable<BackupFile['about']> {
  return { takenAt, release: release ?? null, migration: migrations.at(-1) ?? null }
}

function timeOf({ about, changedAt }: BackupFile): number {
  return about ? Date.parse(about.takenAt) : changedAt.getTime()
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

function nullIfNoBackup(error: unknown): null {
  if (error instanceof BackupFileError || (error instanceof Error && 'syscall' in error)) return null
  throw error
}
