import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Mail, MailError, type Mailer, type Sender, toMessage } from './mail.ts'
import { loadNodemailer } from './nodemailer.ts'

/** Below the data folder. */
export const MAIL_FOLDER = 'mail'

/** Mails have tokens: only the user of the program may read them. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** Writes each mail atomically to an `.eml` file below the data folder. The names sort by time. */
export function openMailFolder(dataDir: string, sender: Sender): Mailer {
  const folder = join(dataDir, MAIL_FOLDER)
  return {
    async send(mail) {
      const composer = loadNodemailer().createTransport({
        streamTransport: true,
        buffer: true,
        newline: 'unix',
      })
      const { message } = await composer.sendMail({
        ...toMessage(mail, sender),
        alternatives: [{ raw: readablePart('plain', mail.text) }, { raw: readablePart('html', mail.html) }],
      })
      try {
        await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
        await writeAtomically(folder, fileName(mail), message)
      } catch (error) {
        throw new MailError(`The mail could not be kept (${codeOf(error)}).`)
      }
    },
    close() {},
  }
}

/** Unlike nodemailer's own encoding, readable in a text editor, so that a link can be copied. */
function readablePart(subtype: 'plain' | 'html', content: string): string {
  return `Content-Type: text/${subtype}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}`
}

function fileName(mail: Mail): string {
  const at = new Date().toISOString().replace(/[-:.]/g, '')
  return `${at}-${mail.kind}-${randomUUID().slice(0, 8)}.eml`
}

async function writeAtomically(folder: string, name: string, content: Buffer | Readable): Promise<void> {
  const unfinished = join(folder, `.${name}.unfinished`)
  try {
    await writeFile(unfinished, content, { flag: 'wx', mode: FILE_MODE, flush: true })
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}
