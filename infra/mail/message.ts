import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mail.ts'

/** What every mail has in common, as nodemailer takes it. Header values are encoded there. */
export function toMessage(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    to: mail.to,
    subject: mail.subject,
    // No out-of-office answer to a machine.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
