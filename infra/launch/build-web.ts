import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runToEnd } from './process.ts'

const SOURCES = ['web/**/*', 'shared/**/*', 'languages/**/*', 'package-lock.json']
const NOT_SOURCES = ['node_modules', 'dist', '.build', 'e2e']

/** Builds the pages unless those on disk were built from the sources on disk. */
export async function buildWeb(
  repository: string,
  env: NodeJS.ProcessEnv,
  stopping: AbortSignal,
): Promise<void> {
  const build = await checkWebBuild(repository, env.LANGUAGES_DIR)
  if (build.isCurrent) return
  console.log('Building the pages …')
  const { code, output } = await runToEnd({
    file: process.execPath,
    args: [path.join(repository, 'node_modules/vite/bin/vite.js'), 'build'],
    cwd: path.join(repository, 'web'),
    env,
    stopping,
    output: 'returned',
  })
  stopping.throwIfAborted()
  if (code !== 0) throw new Error(`The pages were not built:\n${output}`)
  await build.markCurrent()
}

/** @param languages another folder of them, for tests */
export async function checkWebBuild(
  repository: string,
  languages = '',
): Promise<{ readonly isCurrent: boolean; markCurrent(): Promise<void> }> {
  // In node_modules, since another installation may bring another compiler.
  const hashFile = path.join(repository, 'node_modules/.cache/called-it/web-build')
  const hash = await hashSources(repository, languages)
  const builtHash = await readFile(hashFile, 'utf8').catch(() => '')
  return {
    isCurrent: builtHash === hash && existsSync(path.join(repository, 'web/dist/index.html')),
    async markCurrent() {
      await mkdir(path.dirname(hashFile), { recursive: true })
      await writeFile(hashFile, hash)
    },
  }
}

async function hashSources(repository: string, languages: string): Promise<string> {
  const files: string[] = []
  const found = glob(SOURCES, {
    cwd: repository,
    withFileTypes: true,
    exclude: (entry) => NOT_SOURCES.includes(entry.name),
  })
  for await (const entry of found) if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name))
  const hash = createHash('sha256').update(languages)
  for (const file of files.sort())
    hash.update(`${path.relative(repository, file)}\0`).update(await readFile(file))
  return hash.digest('hex')
}
