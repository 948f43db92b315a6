import { readFile, rename, writeFile } from 'node:fs/promises'
import type { z } from 'zod'

/** @returns undefined where the file is missing or does not fit the schema */
export async function readState<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  try {
    return schema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Atomic, and readable by this user alone, since the state has a password. */
export async function writeState(file: string, state: unknown): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
