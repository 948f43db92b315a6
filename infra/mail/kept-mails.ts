import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { MAIL_FOLDER } from './mail-folder.ts'

export type KeptMail = {
  /** The file name, which starts with the time. */
  readonly name: string
  readonly to: string
  readonly subject: string
  readonly date: string
  readonly text: string
}

const MAIL_NAME = /^[\w-]+\.eml$/

export async function listKeptMails(dataDir: string, limit: number): Promise<KeptMail[]> {
  const names = await listNames(dataDir)
  const mails = await Promise.all(names.slice(0, limit).map((name) => findKeptMail(dataDir, name)))
  return mails.filter((mail) => mail !== null)
}

/** Null where there is none. The name cannot lead outside the mail folder. */
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
