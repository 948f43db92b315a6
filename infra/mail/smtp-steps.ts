import { TLSSocket } from 'node:tls'
import type { MailStep } from '@called-it/shared/contract/mail-settings'
import type { SmtpConnection } from './nodemailer.ts'

const STEPS: Readonly<Record<string, MailStep>> = {
  EHLO: 'greeting',
  HELO: 'greeting',
  STARTTLS: 'tls',
  AUTH: 'login',
  MAIL: 'sender',
  RCPT: 'recipient',
  DATA: 'message',
}

export const stepOfCommand = (command: string): MailStep | undefined => STEPS[command.split(' ')[0] ?? '']

/** Follows a connection by its log, since several commands may wait for their replies at once. */
export function followSteps() {
  const waiting: MailStep[] = ['greeting']
  let last: MailStep = 'connection'

  function noteLine({ tnx }: { tnx?: string }, line = ''): void {
    // What is no command goes on with a login.
    if (tnx === 'client') waiting.push(stepOfCommand(line) ?? 'login')
    if (tnx === 'server') last = waiting.shift() ?? last
  }

  return {
    logger: { debug: noteLine, info: () => undefined },
    /** Where the connection is now. */
    current(connection: SmtpConnection): MailStep {
      const { stage, upgrading, _socket: socket } = connection
      if (upgrading) return 'tls'
      if (stage === 'connected') return waiting[0] ?? last
      return socket instanceof TLSSocket && !socket.connecting ? 'tls' : 'connection'
    },
    lastReplied: () => last,
  }
}
