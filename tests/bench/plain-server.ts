/**
 * The reference for the gateway's responses: `node plain-server.ts <show id> <gateway's url> <path> …`. `/prebuilt<path>`
 * responds from bare node:http; `/kysely` reads a show as the product does, `/named` by a named statement of pg.
 */
import { createServer } from 'node:http'
import { openPostgres } from '@called-it/infra/postgres/client'
import { findShow, selectShows } from '@called-it/infra/postgres/queries/catalogue/shows'
import express from 'express'

/** Longer than a turn of all the other candidates. */
const KEEP_ALIVE_MS = 65_000

const [show, gatewayUrl, ...paths] = process.argv.slice(2)
const prebuilt = new Map<string | undefined, Buffer>()
for (const path of paths) {
  const response = await fetch(`${gatewayUrl}${path}`)
  prebuilt.set(`/prebuilt${path}`, Buffer.from(await response.arrayBuffer()))
}
const { db, pool } = openPostgres({
  url: process.env.DATABASE_URL ?? '',
  program: 'bench-plain-server',
  onConnectionError: (error) => process.stderr.write(`${error.message}\n`),
})
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
  const body = prebuilt.get(request.url)
  if (!body) {
    app(request, response)
    return
  }
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  })
  response.end(body)
})
server.keepAliveTimeout = KEEP_ALIVE_MS
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: address.port })}\n`)
})
