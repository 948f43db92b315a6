import { watch } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(process.env.JOURNEY_DATA_DIR ?? '.data', 'mail')

/**
 * The link that was mailed to an address: waits for the mail to arrive as a file.
 *
 * @throws when it has not come within half a minute
 */
export async function linkMailedTo(address: string, path: RegExp): Promise<string> {
  await mkdir(folder, { recursive: true })
  const timeout = AbortSignal.timeout(30_000)
  const arrivals = new EventTarget()
  const watcher = watch(folder, () => arrivals.dispatchEvent(new Event('mail')))
  try {
    for (;;) {
      timeout.throwIfAborted()
      const arrival = new Promise<void>((arrived) => {
        arrivals.addEventListener('mail', () => arrived(), { once: true })
        timeout.addEventListener('abort', () => arrived(), { once: true })
      })
      const link = await findLink(address, path)
      if (link) return link
      await arrival
    }
  } finally {
    watcher.close()
  }
}

async function findLink(address: string, path: RegExp): Promise<string | null> {
  for (const file of (await readdir(folder))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()) {
    const mail = unfold(await readFile(join(folder, file), 'utf8'))
    if (!mail.toLowerCase().includes(address.toLowerCase())) continue
    const link = mail
      .match(/https?:\/\/[^\s"<>]+/g)
      ?.find((candidate) => path.test(new URL(candidate).pathname))
    if (link) return link
  }
  return null
}

/** Undoes quoted-printable, in which mails break long lines. */
function unfold(mail: string): string {
  return mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)))
}
