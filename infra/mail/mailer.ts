import type { Mailer, Sender } from './mail.ts'
import { openMailFolder } from './mail-folder.ts'
import { openSmtpMailer } from './smtp-mailer.ts'

export type MailerOptions = Sender & {
  /** Null: mails are written as files into the data folder. */
  readonly smtpUrl: string | null
  readonly dataDir: string
}

export function openMailer({ smtpUrl, dataDir, ...sender }: MailerOptions): Mailer {
  return smtpUrl === null ? openMailFolder(dataDir, sender) : openSmtpMailer(smtpUrl, sender)
}

/** Sends with the newest options; a mailer of earlier ones is closed after its last mail. */
export function openLiveMailer(readOptions: () => MailerOptions): Mailer {
  let current = open(readOptions())

  function open(options: MailerOptions) {
    return { text: JSON.stringify(options), mailer: openMailer(options), sending: 0, isOld: false }
  }

  function closeWhenIdle({ mailer, sending, isOld }: typeof current): void {
    if (isOld && sending === 0) mailer.close()
  }

  return {
    async send(mail) {
      const options = readOptions()
      if (JSON.stringify(options) !== current.text) {
        current.isOld = true
        closeWhenIdle(current)
        current = open(options)
      }
      const used = current
      used.sending += 1
      try {
        await used.mailer.send(mail)
      } finally {
        used.sending -= 1
        closeWhenIdle(used)
      }
    },
    close: () => current.mailer.close(),
  }
}
