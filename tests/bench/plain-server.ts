/**
 * What the gateway's responses are compared with: `node tests/bench/plain-server.ts <file of a body> <show id>`.
 *
 * - `/prebuilt` responds from bare node:http with the body of the file, which is the limit of every read
 * - `/kysely` reads a show as the product does, `/named` by the same SQL as a named statement of pg; both over Express
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { openPostgres } from '@called-it/infra/postgres/client'
import { findShow, selectShows } from '@called-it/infra/postgres/queries/shows'
import express from 'express'

/** Longer than a turn of all the other candidates. */
const KEEP_ALIVE_MS = 65_000

const [, , file, show] = process.argv
if (file === undefined) throw new Error('plain-server.ts <file> <show>')
const { db, pool } = openPostgres({
  url: process.env.DATABASE_URL ?? '',
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
server.keepAliveTimeout = KEEP_ALIVE_MS
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: address.port })}\n`)
})
