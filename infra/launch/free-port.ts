import { once } from 'node:events'
import { createServer } from 'node:net'

/** A loopback port that nobody listens on: the preferred one, if that is free. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer()
  try {
    server.listen(preferred, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the system gave no port')
    return address.port
  } catch (error) {
    if (preferred !== 0) return freePort()
    throw error
  } finally {
    server.close()
  }
}
