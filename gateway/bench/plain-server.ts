/**
 * What the gateway's answers are compared with, as a server of its own: `node gateway/bench/plain-server.ts
 * <database url> <file of a body> <show id>`. Tells its port as a line of JSON.
 *
 * - `/prebuilt` answers from bare node:http with the body of the file, which is the limit of every read;
 * - `/kysely` reads a show as the product does, `/named` by the same SQL as a named statement of pg; both over
 *   Express, with nothing else in it.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { openPostgres } from '@called-it/infra/postgres/client'
import { findShow, selectShows } from '@called-it/infra/postgres/queries/catalogue/shows'
import express from 'express'
import { LIMITS } from '../overload/limits.ts'

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

const app = express()
app.get('/kysely', async (_request, response) => {
  response.json(await findShow(db, showId))
})
app.get('/named', async (_request, response) => {
  const { rows } = await pool.query({ name: 'show', text, values: [...parameters] })
  response.json(rows[0] ?? null)
})

const server = createServer((request, response) => {
  if (request.url !== '/prebuilt') {
    app(request, response)
    return
  }
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': prebuilt.length,
  })
  response.end(prebuilt)
})
// As long as the gateway's, since between its turns others have theirs.
server.keepAliveTimeout = LIMITS.clients.keepAliveMs
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: address.port })}\n`)
})
