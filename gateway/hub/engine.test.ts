import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { HubEngine } from './engine.ts'
import type { Connection } from './wire.ts'

// Engine.IO alone waits 30 s for the next poll of somebody who has gone.
test('a client that polled and has gone does not hold up the end', { timeout: 20_000 }, async () => {
  const server = createServer()
  const engine = new HubEngine({ transports: ['polling'] })
  engine.attach(server, { path: '/socket.io' })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const connected: Promise<Connection[]> = once(engine, 'connection')
  await (await fetch(`http://127.0.0.1:${address.port}/socket.io/?EIO=4&transport=polling`)).text()
  const [connection] = await connected
  // As one is ended that has not joined in time.
  connection?.close()
  expect(connection?.readyState).toBe('closing')
  await engine.closeAll()
  expect(connection?.readyState).toBe('closed')
})
