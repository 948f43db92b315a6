import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { MAIL_FOLDER } from './mail-folder.ts'

/** A mail that was kept in place of being sent. */
export type KeptMail = {
  /** The name of its file; it begins with the time and so sorts by it. */
  readonly name: string
  readonly to: string
  readonly subject: string
  readonly date: string
  readonly text: string
}

const MAIL_NAME = /^[\w-]+\.eml$/

/** The last mails that were kept in a data folder, newest first. */
export async function listKeptMails(dataDir: string, limit: number): Promise<KeptMail[]> {
  const names = await listNames(dataDir)
  const mails = await Promise.all(names.slice(0, limit).map((name) => findKeptMail(dataDir, name)))
  return mails.filter((mail) => mail !== null)
}

/** The mail of a name; null where there is none. A name leads nowhere else than into the folder of mails. */
export async function findKeptMail(dataDir: string, name: string): Promise<KeptMail | null> {
  if (!MAIL_NAME.test(name)) return null
  const content = await readFile(join(dataDir, MAIL_FOLDER, name)).catch(nullWhenMissing)
  if (content === null) return null
  const { to, subject, date, text } = await PostalMime.parse(content)
  return {
    name,
    to: to?.map(({ address }) => address).join(', ') ?? '',
    subject: subject ?? '',
    date: date ?? '',
    text: text ?? '',
  }
}

async function listNames(dataDir: string): Promise<string[]> {
  const names = (await readdir(join(dataDir, MAIL_FOLDER)).catch(nullWhenMissing)) ?? []
  return names
    .filter((name) => MAIL_NAME.test(name))
    .toSorted()
    .toReversed()
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
