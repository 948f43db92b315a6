import { once } from 'node:events'
import { createServer as createSecureServer } from 'node:https'
import { createServer, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { cert, key } from '../fixtures/loopback-certificate.ts'

/** What push services and a mail server have taken, by device or address. */
export type Taken = Map<string, number>

const PUSH_MS = 50
const MAIL_MS = 100
/** One push in so many gets 429. */
const BUSY_EVERY = 100

const count = (taken: Taken, name: string) => taken.set(name, (taken.get(name) ?? 0) + 1)

async function listen(server: Server): Promise<number> {
  await once(server.listen(0), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a receiver has no port')
  return address.port
}

/** Push services that take each push after 50 ms. */
export async function startPushReceivers(services: number) {
  const taken: Taken = new Map()
  let requests = 0
  const hosts: string[] = []
  for (let number = 0; number < services; number += 1) {
    const server = createSecureServer({ key, cert }, async (request, response) => {
      await request.resume().toArray()
      await wait(PUSH_MS)
      requests += 1
      if (requests % BUSY_EVERY === 0) return void response.writeHead(429, { 'retry-after': '1' }).end()
      count(taken, request.url ?? '')
      response.writeHead(201).end()
    })
    hosts.push(`localhost:${await listen(server)}`)
  }
  return { hosts, taken }
}

/** Names of a server that takes connections and says nothing. */
export async function startSilentReceiver(names: number): Promise<string[]> {
  const port = await listen(createServer((socket) => void socket.on('error', () => undefined)))
  return Array.from(
    { length: names },
    (_, number) => `127.0.${1 + (number >> 7)}.${1 + (number & 127)}:${port}`,
  )
}

/** Takes each mail after 100 ms; reminders apart. */
export async function startMailReceiver() {
  const mails = { news: new Map<string, number>(), reminders: new Map<string, number>() }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      // None of a killed worker.
      const chunks = await stream.toArray().catch(() => null)
      if (chunks === null) return
      const text = Buffer.concat(chunks).toString('latin1')
      await wait(MAIL_MS)
      const taken = /^Subject: You have no picks/m.test(text) ? mails.reminders : mails.news
      count(taken, envelope.rcptTo[0]?.address ?? '')
      done()
    },
  })
  // A killed worker.
  smtp.on('error', () => undefined)
  const port = await listen(smtp.server)
  return { url: `smtp://localhost:${port}`, ...mails }
}
