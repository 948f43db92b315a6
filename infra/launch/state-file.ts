import { readFile, rename, writeFile } from 'node:fs/promises'
import type { z } from 'zod'

/**
 * @returns undefined where the file is missing or does not fit the schema
 * @throws when it cannot be read
 */
export async function readState<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  try {
    return schema.safeParse(JSON.parse(content)).data
  } catch {
    return undefined
  }
}

/** Atomic, and readable by this user alone, since the state has a password. */
export async function writeState(file: string, state: unknown): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
