/**
 * What the gateway's answers are compared with, as a server of its own: `node gateway/bench/plain-server.ts
 * <database url> <file of a body> <show id>`. Bare node:http, no framework. Tells its port as a line of JSON.
 *
 * - `/prebuilt` answers with the body of the file, which is the limit of every read;
 * - `/kysely` reads a show as the product does, `/named` by the same SQL as a named statement of pg.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { openPostgres } from '@called-it/infra/postgres/client'
import { findShow, selectShows } from '@called-it/infra/postgres/queries/shows'

const [, , databaseUrl, file, show] = process.argv
if (databaseUrl === undefined || file === undefined) throw new Error('plain-server.ts <url> <file> <show>')
const { db, pool } = openPostgres({
  url: databaseUrl,
  program: 'bench-plain-server',
  onConnectionError: (error) => process.stderr.write(`${error.message}\n`),
})
const prebuilt = readFileSync(file)
const showId = Number(show)
const { sql: text, parameters } = selectShows(db).where('shows.id', '=', showId).compile()

const bodies: Record<string, () => Promise<Buffer | string> | Buffer> = {
  '/prebuilt': () => prebuilt,
  '/kysely': async () => JSON.stringify(await findShow(db, showId)),
  '/named': async () =>
    JSON.stringify((await pool.query({ name: 'show', text, values: [...parameters] })).rows[0] ?? null),
}

const server = createServer((request, response) => {
  const body = bodies[request.url ?? '']
  if (!body) {
    response.writeHead(404).end()
    return
  }
  void Promise.resolve(body()).then((bytes) => {
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(bytes),
    })
    response.end(bytes)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: address.port })}\n`)
})
