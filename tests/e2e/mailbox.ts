import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

const folder = join(process.env.JOURNEY_DATA_DIR ?? '.data', 'mail')

/** Waits for a mail to the address whose link has this path, and returns the newest such link. */
export async function linkMailedTo(address: string, path: RegExp): Promise<string> {
  await mkdir(folder, { recursive: true })
  let link: string | undefined
  await expect(async () => {
    link = await findLink(address, path)
    expect(link, `a mail to ${address}`).toBeDefined()
  }).toPass({ timeout: 30_000, intervals: [50] })
  return link ?? ''
}

/** The newest mail to the address. */
export async function mailTo(address: string): Promise<string> {
  const mails = await readMails()
  return mails.find((mail) => mail.toLowerCase().includes(address.toLowerCase())) ?? ''
}

/** The newest first. */
async function readMails(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const newest = files.sort().reverse()
  return Promise.all(newest.map(async (file) => decode(await readFile(join(folder, file), 'latin1'))))
}

async function findLink(address: string, path: RegExp): Promise<string | undefined> {
  for (const mail of await readMails()) {
    if (!mail.toLowerCase().includes(address.toLowerCase())) continue
    const links = mail.match(/https?:\/\/[^\s"<>]+/g)
    const link = links?.find((candidate) => path.test(new URL(candidate).pathname))
    if (link) return link
  }
  return undefined
}

/** Decodes quoted-printable, of a mail that was read byte by byte. */
function decode(mail: string): string {
  const bytes = mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
