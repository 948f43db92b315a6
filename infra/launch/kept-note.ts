import { readFile, rename, writeFile } from 'node:fs/promises'
import type { z } from 'zod'

/**
 * Reads what an earlier start wrote down for the next.
 *
 * @returns undefined where there is nothing, or nothing of use
 */
export async function readNote<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  try {
    return schema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Writes it for this user's eyes only, whole or not at all. */
export async function writeNote(file: string, note: unknown): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
