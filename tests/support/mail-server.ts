import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { createGate } from './gate.ts'
import { listenOnLoopback } from './loopback-server.ts'

export type MailServer = {
  readonly url: string
  readonly received: Email[]
  /** Addresses whose mails are refused for now. */
  readonly refused: Set<string>
  /** Mails are received and not acknowledged until the returned function is called. */
  hold(): () => void
  stop(): Promise<void>
}

/** @param port 0: any that is free */
export async function startMailServer(port = 0, options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Email[] = []
  const refused = new Set<string>()
  const gate = createGate()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...options,
    onRcptTo({ address }, _session, done) {
      done(refused.has(address) ? new Error('not now') : null)
    },
    onData(stream, _session, done) {
      stream
        .toArray()
        .then((chunks) => PostalMime.parse(Buffer.concat(chunks)))
        .then((mail) => received.push(mail))
        .then(gate.passed)
        .then(() => done(), done)
    },
  })
  // A program that is killed resets its connection.
  server.on('error', () => undefined)
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${await listenOnLoopback(server.server, port)}`,
    received,
    refused,
    hold: gate.close,
    stop: () => new Promise((settle) => server.close(() => settle())),
  }
}
