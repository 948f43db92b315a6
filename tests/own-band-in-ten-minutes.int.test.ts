import { execFile } from 'node:child_process'
import { appendFile, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { listKeptMails } from '@called-it/infra/mail/kept-mails'
import { isDataDirLocked } from '@called-it/launch/data-dir'
import { freePort } from '@called-it/launch/port'
import { type RunningProcess, readyByLine, startProcess } from '@called-it/launch/process'
import { predictionEndpoints } from '@called-it/shared/contract/predictions'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { tourEndpoints } from '@called-it/shared/contract/tours'
import { POINTS } from '@called-it/shared/game/points'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { repository } from '../infra/launch/bootstrap.mjs'
import { bareEnv } from './support/bare-env.ts'
import { TEST_PASSWORD } from './support/factories/accounts.ts'
import { sessionCookieOf } from './support/gateway/session-cookie-of.ts'
import { PATIENT } from './support/patience.ts'
import { makeTemporaryDataDir, removeTemporaryDataDir } from './support/temporary-data-dir.ts'

/** A block of commands, and what the page says that it prints. */
type Step = { commands: string; output: string }

const PAGE = 'docs/data-sources.md'
const SECTION = /^## Your own band in ten minutes\n(.*?)^## /ms
const BLOCK = /^```(sh)?\n(.*?)^```$/gms

async function readSteps(): Promise<Step[]> {
  const [, section = ''] = SECTION.exec(await readFile(path.join(repository, PAGE), 'utf8')) ?? []
  const steps: Step[] = []
  for (const [, language, text = ''] of section.matchAll(BLOCK)) {
    const step = steps.at(-1)
    if (language === 'sh') steps.push({ commands: text, output: '' })
    else if (step) step.output += text
  }
  return steps
}

const steps = await readSteps()
const port = await freePort()
const url = `http://localhost:${port}`
/** What the commands see of the checkout. What they write stays in here. */
let checkout: string
let env: NodeJS.ProcessEnv
let dataDir: string
let started: RunningProcess

/** One shell runs all blocks. Each has its output in a file, except the last: it starts the product and stays. */
function scriptOf(blocks: readonly Step[]): string {
  return blocks
    .map(({ commands }, index) =>
      index === blocks.length - 1 ? `exec ${commands}` : `{\n${commands}} >${outputFile(index)} 2>&1\n`,
    )
    .join('')
}

const outputFile = (index: number) => path.join(checkout, `output-${index}`)

beforeAll(async () => {
  checkout = await makeTemporaryDataDir()
  dataDir = path.join(checkout, '.data/my-band')
  for (const name of ['package.json', 'infra']) {
    await symlink(path.join(repository, name), path.join(checkout, name))
  }
  env = {
    ...bareEnv,
    PORT: String(port),
    // Until the page names another.
    DATA_DIR: path.join(checkout, '.data/unnamed'),
    npm_config_loglevel: 'silent',
    npm_config_update_notifier: 'false',
  }
  started = await startProcess({
    name: 'the steps of the page',
    file: 'sh',
    args: ['-c', scriptOf(steps)],
    cwd: checkout,
    env,
    ready: readyByLine(/Called It is on/),
  })
})

afterAll(async () => {
  await started?.stop()
  // The shell of npm does not pass the signal on, so that npm exits before the product.
  await vi.waitUntil(async () => !(await isDataDirLocked(dataDir)), PATIENT)
  for (const folder of [dataDir, checkout]) await removeTemporaryDataDir(folder)
})

let session = ''

async function send(method: string, address: string, json?: object): Promise<unknown> {
  const response = await fetch(url + address, {
    method,
    headers: { cookie: session, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${JSON.stringify(body)}`)
  session = sessionCookieOf(response) || session
  return body
}

test('prints what the page shows', async () => {
  const finished = steps.slice(0, -1)
  const outputs = await Promise.all(finished.map((_, index) => readFile(outputFile(index), 'utf8')))
  expect(outputs).toEqual(finished.map(({ output }) => output))
})

async function listTours() {
  const { tours } = tourEndpoints.listTours.response.parse(await send('GET', '/api/tours'))
  return Promise.all(
    tours.map(async ({ id, name }) => {
      const { shows } = tourEndpoints.listTourShows.response.parse(
        await send('GET', `/api/tours/${id}/shows`),
      )
      return { name, shows: shows.map(({ date, venue, location }) => `${date}, ${venue}, ${location}`) }
    }),
  )
}

async function listSongs() {
  return songEndpoints.listSongs.response.parse(await send('GET', '/api/songs/all')).songs
}

async function readUpcomingShow() {
  const { shows } = showEndpoints.listUpcomingShows.response.parse(await send('GET', '/api/shows/upcoming'))
  const [show] = shows
  if (!show || shows.length > 1) throw new Error('not one show is upcoming')
  return show
}

test('has the songs of the files with their plays', async () => {
  expect(await listSongs()).toMatchObject([
    { name: 'Copper Kettle', slug: 'copper-kettle', times_played: 2, last_played: '2024-05-04' },
    { name: 'Moth & Lamp', slug: 'moth-lamp', times_played: 1, last_played: '2024-05-03' },
    { name: 'Owl Light', slug: 'owl-light', times_played: 0, last_played: null },
    { name: 'Reprise', times_played: 1, last_played: '2024-05-03' },
    { name: 'Reprise', times_played: 1, last_played: '2024-05-04' },
    { name: 'Tide Table', slug: 'tide-table', times_played: 2, last_played: '2024-05-04' },
  ])
})

test('has the tours and shows of the files', async () => {
  expect(await listTours()).toEqual([
    { name: 'Summer 2099', shows: ['2099-06-01, Parkteatret, Oslo, Norway'] },
    {
      name: 'Spring 2024',
      shows: ['2024-05-03, Brudenell Hall, Leeds, UK', '2024-05-04, The Crescent, York, UK'],
    },
  ])
})

test('has the setlists of the past shows, set by set', async () => {
  const recent = await send('GET', '/api/shows/recent/multiple')
  const { shows } = showEndpoints.listRecentShows.response.parse(recent)
  const setlists = shows.map(async ({ id }) => {
    const setlist = await send('GET', `/api/setlists/${id}`)
    return showEndpoints.getSetlist.response.parse(setlist).setlistdata
  })
  expect(await Promise.all(setlists)).toEqual([
    'Set 1: Tide Table, Copper Kettle\nEncore: Reprise',
    'Set 1: Copper Kettle, Tide Table\nSet 2: Moth & Lamp\nEncore: Reprise',
  ])
})

test('locks the upcoming show when it starts by the clock of its venue', async () => {
  expect(await readUpcomingShow()).toMatchObject({
    venue: 'Parkteatret',
    is_open: true,
    time_zone: 'Europe/Oslo',
    starts_local: '20:30',
    locks_at: '2099-06-01T18:30:00.000Z',
  })
})

test('scores the picks of an upcoming show by the rows that are added after it', async () => {
  const email = 'ada@example.test'
  await send('POST', '/api/auth/register', { email, display_name: 'Ada', password: TEST_PASSWORD })
  const [mail] = await vi.waitUntil(async () => {
    const mails = await listKeptMails(dataDir, 1)
    return mails.length > 0 && mails
  }, PATIENT)
  const token = /\/verify-email\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
  await send('GET', `/api/auth/verify-email/${token}`)
  await send('POST', '/api/auth/login', { email, password: TEST_PASSWORD })

  const { id: showId } = await readUpcomingShow()
  const [, , owl, reprise, , tide] = (await listSongs()).map(({ id }) => ({ id }))
  await send('POST', '/api/predictions', {
    show_id: showId,
    setlist: { set1: [owl, tide], set2: [], encore: [reprise] },
  })

  await promisify(execFile)('npm', ['run', 'cli', '--', 'admin', 'grant', email], {
    cwd: checkout,
    env: { ...env, DATA_DIR: dataDir, DEMO: 'off', SETLIST_SOURCE: 'file:my-band/data' },
  })
  await appendFile(
    path.join(checkout, 'my-band/data/setlists.csv'),
    `oslo-1;2099-06-01;1;1;owl;Owl Light
oslo-1;2099-06-01;1;2;copper;Copper Kettle
oslo-1;2099-06-01;1;3;tide;Tide Table
oslo-1;2099-06-01;e;1;reprise-2;Reprise
`,
  )
  await send('POST', `/api/admin/shows/${showId}/score`, { closePicks: true })
  const { correctSpecial, songInSet } = POINTS
  await expect
    .poll(async () => {
      const own = await send('GET', `/api/users/current/predictions/${showId}`)
      return predictionEndpoints.getOwnPrediction.response.parse(own).prediction.score
    })
    .toBe(correctSpecial + songInSet + correctSpecial)
})
