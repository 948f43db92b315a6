import { spawn } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLogger } from '@called-it/infra/observability/log'
import { insertApiKey } from '@called-it/infra/postgres/queries/accounts/api-keys'
import { jsonFormat } from '@called-it/infra/webhooks/formats'
import { signHeaders } from '@called-it/infra/webhooks/signed-headers'
import { freePort } from '@called-it/launch/port'
import { exitOf } from '@called-it/launch/process'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { repository } from '../infra/launch/bootstrap.mjs'
import { bareEnv } from './support/bare-env.ts'
import { makeUser } from './support/factories/accounts.ts'
import { makeSetlist, makeShow, makeSongs, makeTour } from './support/factories/catalogue.ts'
import { makeScores, makeStanding } from './support/factories/scores.ts'
import { makeSeason } from './support/factories/seasons.ts'
import { startGateway, type TestGateway } from './support/gateway/start-gateway.ts'
import { PATIENT } from './support/patience.ts'
import { folderOfTest } from './support/temporary-folder.ts'

const FOLDER = path.join(repository, 'docs/examples')

const logged: string[] = []
let gateway: TestGateway
let key: string
let settings: NodeJS.ProcessEnv
beforeAll(async () => {
  const log = createLogger('gateway', 'info', { write: (line) => void logged.push(line) })
  gateway = await startGateway({ log, config: { rateLimitScale: 100 } })
  const { id } = await makeUser(db(), { displayName: 'Bo `the` Bot' })
  const made = await db()
    .transaction()
    .execute((trx) => insertApiKey(trx, id, 'examples'))
  key = made ?? expect.fail('no key')
  settings = { CALLED_IT_URL: gateway.url, CALLED_IT_KEY: key }
  const ann = await makeUser(db(), { displayName: 'Ann' })
  for (const [user_id, total] of [[id, 5] as const, [ann.id, 12] as const])
    await makeStanding(db(), { board: GLOBAL_BOARD, user_id, total, shows: 1, best: total })
})
afterAll(() => gateway.stop())

const db = () => gateway.postgres.db

/** Runs an example until it ends, or the test does. */
function start(name: string, env: NodeJS.ProcessEnv, cwd = tmpdir()) {
  const child = spawn(process.execPath, [path.join(FOLDER, name)], { env: { ...bareEnv, ...env }, cwd })
  const printed = { lines: '', errors: '' }
  child.stdout.on('data', (chunk) => (printed.lines += chunk))
  child.stderr.on('data', (chunk) => (printed.errors += chunk))
  const exited = exitOf(child)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return {
    printed,
    async ended() {
      expect(await exited, printed.errors).toMatchObject({ code: 0 })
      return printed.lines
    },
  }
}

/** Starts an example that listens; the function sends it a POST. */
async function startServer(name: string, env: NodeJS.ProcessEnv) {
  const port = await freePort()
  const { printed } = start(name, { ...env, PORT: String(port) })
  const post = async (body: string, headers: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })
    return { status: response.status, text: await response.text() }
  }
  await vi.waitFor(() => post('', {}), PATIENT)
  return { post, printed }
}

describe('example leaderboard.mjs', () => {
  test('prints every row', async () => {
    const { ended } = start('leaderboard.mjs', settings)
    expect(await ended()).toBe('1. Ann: 12\n2. Bo `the` Bot: 5\n')
  })

  test('says why a key is refused', async () => {
    const { printed, ended } = start('leaderboard.mjs', { ...settings, CALLED_IT_KEY: 'calledit_none' })
    await expect(ended()).rejects.toThrow()
    expect(printed.errors).toContain('401 unknown_key')
  })
})

describe('example follow-tonight.mjs', () => {
  test('prints songs as they are played and corrected, mostly by responses of 304', async () => {
    const locks_at = new Date(Date.now() - 60_000)
    const show = await makeShow(db(), { daysFromToday: 0, locks_at, venue: 'The Pier' })
    const songs = await makeSongs(db(), 3)
    const [first, second, third] = songs.map(({ id }) => id)
    if (!first || !second || !third) throw new Error('there are three songs')
    const nameOf = (id: number) => songs.find((song) => song.id === id)?.name
    await makeSetlist(db(), show.id, { set1: [first] }, { open_set: 'set1' })
    logged.length = 0
    const { printed, ended } = start('follow-tonight.mjs', { ...settings, INTERVAL_SECONDS: '0.1' })
    const seen = (line: string) => expect.poll(() => printed.lines).toContain(line)
    await seen(`The Pier\nset1 1: ${nameOf(first)}\n`)
    await makeSetlist(db(), show.id, { set1: [first, second] }, { open_set: 'set1' })
    await seen(`set1 2: ${nameOf(second)}\n`)
    await makeSetlist(db(), show.id, { set1: [first, third] }, { open_set: 'set1' })
    await seen(`set1 2: ${nameOf(third)}\n`)
    await expect.poll(() => logged.join('')).toMatch(/"getLiveShow","method":"GET","status":304/)
    await makeScores(db(), show)
    expect((await ended()).split('\n')).toHaveLength(5)
    expect(logged.filter((line) => /"getLiveShow".*"status":200/.test(line))).toHaveLength(4)
    expect(logged.join('')).not.toContain(key)
  })
})

describe('example discord-bot.mjs', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')

  async function startBot(env: NodeJS.ProcessEnv = {}) {
    const DISCORD_PUBLIC_KEY = raw.toString('hex')
    const { post } = await startServer('discord-bot.mjs', { ...settings, DISCORD_PUBLIC_KEY, ...env })
    return {
      post,
      /** As Discord does. */
      async send(interaction: object) {
        const body = JSON.stringify(interaction)
        const timestamp = String(Math.floor(Date.now() / 1000))
        const signature = sign(null, Buffer.from(timestamp + body), privateKey).toString('hex')
        const headers = { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp }
        const { status, text } = await post(body, headers)
        return { status, json: JSON.parse(text) }
      },
    }
  }
  const command = (name: string) => ({ type: 2, data: { name } })

  test('has at most 40 lines', async () => {
    const text = await readFile(path.join(FOLDER, 'discord-bot.mjs'), 'utf8')
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  })

  test('answers the ping and both commands', async () => {
    const { send } = await startBot()
    expect(await send({ type: 1 })).toEqual({ status: 200, json: { type: 1 } })
    const board = { content: "```\n1. Ann: 12\n2. Bo 'the' Bot: 5\n```", allowed_mentions: { parse: [] } }
    expect(await send(command('board'))).toEqual({ status: 200, json: { type: 4, data: board } })
    const locks_at = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000)
    await makeShow(db(), { locks_at, venue: 'The Next Hall' })
    const content = `The Next Hall: picks close <t:${locks_at.getTime() / 1000}:R>`
    expect(await send(command('next'))).toMatchObject({ status: 200, json: { data: { content } } })
  })

  test('refuses what Discord has not signed, and keeps running', async () => {
    const { post, send } = await startBot()
    const body = JSON.stringify({ type: 1 })
    const forged = { 'x-signature-ed25519': 'ab'.repeat(64), 'x-signature-timestamp': '1' }
    for (const headers of [{}, forged, { ...forged, 'x-signature-ed25519': 'zz' }])
      expect((await post(body, headers)).status).toBe(401)
    expect((await send({ type: 1 })).status).toBe(200)
  })

  test('says that the site does not answer', async () => {
    const { send } = await startBot({ CALLED_IT_URL: `http://127.0.0.1:${await freePort()}` })
    const content = 'The site does not answer.'
    expect(await send(command('board'))).toMatchObject({ json: { data: { content } } })
  })
})

describe('example webhook-receiver.mjs', () => {
  const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const payload = { from: '2026-06-01', to: '2026-06-07', shows: 3, rows: [] }
  const event = { kind: 'weekly-table', payload, at: new Date() } as const
  const options = { hasSpoilers: true, publicUrl: 'https://called-it.example' }
  const body = JSON.stringify(jsonFormat(event, options))

  test('prints an event that was sent twice once', async () => {
    const { post, printed } = await startServer('webhook-receiver.mjs', { WEBHOOK_SECRET: SECRET })
    const headers = signHeaders('msg_1', body, SECRET)
    expect((await post(body, headers)).status).toBe(204)
    expect((await post(body, headers)).status).toBe(204)
    expect((await post(body, signHeaders('msg_2', body, SECRET))).status).toBe(204)
    const line = `weekly-table ${options.publicUrl}/leaderboard ${JSON.stringify(payload)}\n`
    await expect.poll(() => printed.lines.split(line)).toHaveLength(3)
  })

  test('refuses another secret, body, id and time, and keeps running', async () => {
    const { post, printed } = await startServer('webhook-receiver.mjs', { WEBHOOK_SECRET: SECRET })
    const headers = signHeaders('msg_1', body, SECRET)
    const sixMinutesAgo = Math.floor(Date.now() / 1000) - 360
    vi.useFakeTimers({ toFake: ['Date'], now: sixMinutesAgo * 1000 })
    const old = signHeaders('msg_1', body, SECRET)
    vi.useRealTimers()
    const refused = [
      post(body, signHeaders('msg_1', body, `whsec_${Buffer.alloc(32, 8).toString('base64')}`)),
      post(`${body} `, headers),
      post(body, { ...headers, 'webhook-id': 'msg_2' }),
      post(body, { ...headers, 'webhook-timestamp': 'now' }),
      post(body, old),
      post(body, {}),
    ]
    for (const response of refused) expect((await response).status).toBe(401)
    expect(printed.lines).toBe('')
    expect((await post(body, headers)).status).toBe(204)
  })
})

describe('example season-export.mjs', () => {
  test('writes the table of the newest tour that is over', async () => {
    const tour = await makeTour(db(), { name: 'Spring', start_date: '2020-01-01', end_date: '2020-02-01' })
    const show = await makeShow(db(), { daysFromToday: -3, tour_id: tour.id })
    const [song] = await makeSongs(db(), 1)
    await makeSetlist(db(), show.id, { set1: song ? [song.id] : [] })
    await makeScores(db(), show)
    const { id } = await makeUser(db(), { displayName: 'Cy' })
    await makeStanding(db(), { board: tour.id, user_id: id, total: 9, shows: 1, best: 9 })
    await makeSeason(db(), tour.id)
    const folder = await folderOfTest()
    const { ended } = start('season-export.mjs', settings, folder)
    expect(await ended()).toBe(`Spring: tour-${tour.id}.csv\n`)
    const csv = await readFile(path.join(folder, `tour-${tour.id}.csv`), 'utf8')
    expect(csv).toBe('\uFEFFrank,name,points,shows,best\n1,Cy,9,1,9\n')
  })
})

describe('page for developers', () => {
  test('links every example', async () => {
    const page = await readFile(path.join(repository, 'docs/build-on-it.md'), 'utf8')
    const links = [...page.matchAll(/\]\(examples\/([^)]+)\)/g)].map(([, file]) => file)
    expect(links.toSorted()).toEqual((await readdir(FOLDER)).toSorted())
  })
})
