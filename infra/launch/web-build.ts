import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What the pages are built from, and what lies among it without being part of it. */
const SOURCES = ['web/**/*', 'shared/**/*', 'package-lock.json']
const NO_SOURCE = ['node_modules', 'dist', '.build', 'e2e']

export interface WebBuild {
  /** Whether the pages on disk were built from the sources on disk. */
  readonly isCurrent: boolean
  /** Notes that they are now. */
  markCurrent(): Promise<void>
}

/** Compares the built pages with their sources. */
export async function checkWebBuild(repository: string): Promise<WebBuild> {
  // With the packages: a fresh installation may bring another compiler, and takes this note along.
  const noteFile = path.join(repository, 'node_modules/.cache/called-it/web-build')
  const hash = await hashOf(repository)
  const noted = await readFile(noteFile, 'utf8').catch(() => '')
  return {
    isCurrent: noted === hash && existsSync(path.join(repository, 'web/dist/index.html')),
    async markCurrent() {
      await mkdir(path.dirname(noteFile), { recursive: true })
      await writeFile(noteFile, hash)
    },
  }
}

async function hashOf(repository: string): Promise<string> {
  const files: string[] = []
  const found = glob(SOURCES, {
    cwd: repository,
    withFileTypes: true,
    exclude: (entry) => NO_SOURCE.includes(entry.name),
  })
  for await (const entry of found) if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const file of files.sort())
    hash.update(`${path.relative(repository, file)}\0`).update(await readFile(file))
  return hash.digest('hex')
}
