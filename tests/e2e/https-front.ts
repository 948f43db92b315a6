import { execFile } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request as passOn } from 'node:http'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { findOnPath } from '@called-it/launch/system-program'
import { listenOnLoopback, stopServer } from '../support/loopback-server.ts'

const run = promisify(execFile)
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

export type HttpsFront = {
  /** As fans enter it. */
  readonly origin: string
  /** Of a Chromium that finds the name, and trusts the authority of its certificate. */
  readonly browser: { readonly args: string[]; readonly env: Record<string, string> }
  stop(): Promise<void>
}

/** Ends TLS in front of a gateway, with a certificate of an authority that only this journey knows. */
export async function startHttpsFront(folder: string, name: string, gateway: number): Promise<HttpsFront> {
  const inFolder = { cwd: folder }
  const authority = ['-subj', '/CN=authority of a journey', '-keyout', 'ca.key', '-out', 'ca.pem']
  await run('openssl', ['req', '-x509', ...NEW_KEY, '-days', '2', ...authority], inFolder)
  await run(
    'openssl',
    ['req', ...NEW_KEY, '-subj', `/CN=${name}`, '-keyout', 'site.key', '-out', 'site.csr'],
    inFolder,
  )
  await writeFile(path.join(folder, 'names'), `subjectAltName=DNS:${name}`)
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
  await run('openssl', ['x509', '-req', '-in', 'site.csr', ...signed, '-out', 'site.pem'], inFolder)
  const [key, certificate, root] = await Promise.all(
    ['site.key', 'site.pem', 'ca.pem'].map((file) => readFile(path.join(folder, file))),
  )
  const server = createServer({ key, cert: [certificate, root].join('') })
  server.on('request', (request, response) => {
    const passed = passOn({
      port: gateway,
      path: request.url,
      method: request.method,
      headers: headersOf(request),
    })
    passed.on('error', () => response.destroy())
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passed)
  })
  server.on('upgrade', (request, socket, head) => {
    const passed = connect(gateway, '127.0.0.1')
    passed.on('error', () => socket.destroy())
    socket.on('error', () => passed.destroy())
    const lines = Object.entries(headersOf(request)).map(([header, value]) => `${header}: ${value}`)
    passed.write([`GET ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    passed.write(head)
    passed.pipe(socket).pipe(passed)
  })
  const port = await listenOnLoopback(server)
  return {
    origin: `https://${name}:${port}`,
    browser: {
      args: [`--host-resolver-rules=MAP ${name} 127.0.0.1`, ...(await trust(folder, root))],
      // Where Chromium looks for the authorities that its user trusts.
      env: { HOME: folder },
    },
    stop: () => stopServer(server),
  }
}

function headersOf({ headers, socket }: IncomingMessage) {
  return { ...headers, 'x-forwarded-for': socket.remoteAddress ?? '', 'x-forwarded-proto': 'https' }
}

/** In the database of Chromium's user; a machine without its program excuses this key alone. */
async function trust(folder: string, root: Buffer | undefined): Promise<string[]> {
  const certutil = findOnPath(['certutil'])
  if (certutil === undefined) {
    const key = new X509Certificate(root ?? '').publicKey.export({ type: 'spki', format: 'der' })
    return [`--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`]
  }
  const database = path.join(folder, '.pki/nssdb')
  await mkdir(database, { recursive: true })
  await run(certutil, ['-d', `sql:${database}`, '-N', '--empty-password'])
  await run(certutil, [
    '-d',
    `sql:${database}`,
    '-A',
    '-t',
    'C,,',
    '-n',
    'journey',
    '-i',
    path.join(folder, 'ca.pem'),
  ])
  return []
}
