import { once } from 'node:events'
import { createServer } from 'node:net'
import { SettingsError } from '@called-it/infra/config/settings'

const PROBLEMS: Record<string, { name: string; reason: string }> = {
  EADDRINUSE: { name: 'PORT', reason: 'another program listens there: end it, or set another port' },
  EACCES: { name: 'PORT', reason: 'this user may not listen there: set one above 1023' },
  EADDRNOTAVAIL: { name: 'HOST', reason: 'is no address of this machine' },
  ENOTFOUND: { name: 'HOST', reason: 'is no address of this machine' },
}

/**
 * Binds an address once before a program is started for it.
 *
 * @param port 0 takes a free one
 * @throws SettingsError when nothing can listen there
 */
export async function usablePort(host: string, port: number): Promise<number> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    const address = server.address()
    return address !== null && typeof address === 'object' ? address.port : port
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const problem = PROBLEMS[code]
    throw problem === undefined ? error : new SettingsError([problem])
  } finally {
    server.close()
  }
}

/** A free loopback port: the preferred one unless it is taken. */
export function freePort(preferred = 0): Promise<number> {
  return usablePort('127.0.0.1', preferred).catch((error: unknown) => {
    if (preferred === 0) throw error
    return usablePort('127.0.0.1', 0)
  })
}
