import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import { afterAll } from 'vitest'

export type TestFiles = Readonly<Record<string, unknown>>

/** Folders of files that are removed after the tests. Values that are no strings or bytes are written as JSON. */
export function createFileFolders() {
  const root = mkdtemp(join(tmpdir(), 'setlist-files-'))
  afterAll(async () => rm(await root, { recursive: true }))
  let folders = 0

  async function writeFolder(files: TestFiles): Promise<string> {
    folders += 1
    const folder = join(await root, `folder-${folders}`)
    await mkdir(folder)
    for (const [name, content] of Object.entries(files)) {
      const isRaw = typeof content === 'string' || Buffer.isBuffer(content)
      await writeFile(join(folder, name), isRaw ? content : JSON.stringify(content))
    }
    return folder
  }

  async function openFolder(files: TestFiles) {
    return createFileSource({ paths: [await writeFolder(files)] })
  }

  async function listFaults(files: TestFiles) {
    const faults = await (await openFolder(files)).listFaults?.()
    if (faults === undefined) throw new Error('the source of files lists no faults')
    return faults
  }

  return { writeFolder, openFolder, listFaults }
}

/** With every field quoted. */
export function csv(rows: readonly Readonly<Record<string, unknown>>[], delimiter = ','): string {
  const print = (fields: readonly unknown[]) =>
    fields.map((field) => `"${String(field).replaceAll('"', '""')}"`).join(delimiter)
  return [print(Object.keys(rows[0] ?? {})), ...rows.map((row) => print(Object.values(row)))].join('\r\n')
}
