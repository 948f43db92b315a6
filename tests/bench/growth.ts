/** Every endpoint of a large site, idle, one request at a time: `npm run bench:growth`. */
import { fillGrownSite, waitForJobs } from './growth-data.ts'
import { awaitBuilds, measure, openSamples } from './growth-samples.ts'
import { readOptions } from './options.ts'
import { openReport, significant } from './report.ts'
import { progress } from './runner.ts'
import { quantileOf } from './stats.ts'
import { withSystem } from './system.ts'

const options = readOptions(
  {
    users: { full: 100_000, small: 10_000, help: 'users; each has predicted 20 scored shows' },
    leagues: { full: 1_745, small: 175, help: 'leagues; a few have 500 members' },
    notifications: { full: 2_000_000, small: 200_000, help: 'notifications' },
    requests: { full: 39, small: 19, help: 'requests of each sample' },
  },
  { rounds: 1 },
)
const SHOWS = 20
const MAX_P95_MS = 100
const MAX_SLOW = 5
const MAX_SLOW_P95_MS = 1_000

await withSystem(async (system) => {
  const [users, leagues, notifications] = [
    options.size('users'),
    options.size('leagues'),
    options.size('notifications'),
  ]
  const site = await fillGrownSite(system, { users, shows: SHOWS, leagues, notifications })
  const { url } = await system.startGateway({ RATE_LIMIT_SCALE: '100000' })
  const { reads, changes } = await openSamples(url, site)
  progress('building what workers build for a first request')
  await awaitBuilds(reads)
  await waitForJobs(system)
  const requests = options.size('requests')
  // Changes last: reads of a board wait after each change of it.
  const samples = [...(await measure(reads, requests)), ...(await measure(changes, requests))]

  const report = openReport('growth', options, system.versions)
  const rows = samples
    .map(({ endpoint, who, ms }) => ({ endpoint, who, p50: quantileOf(ms, 0.5), p95: quantileOf(ms, 0.95) }))
    .toSorted((one, other) => other.p95 - one.p95)
  for (const { endpoint, p50, p95 } of rows) {
    report.metric(`${endpoint}, p50`, 'ms', [p50])
    report.metric(`${endpoint}, p95`, 'ms', [p95])
  }
  const slow = rows.filter(({ p95 }) => p95 > MAX_P95_MS)
  report.check(`at most ${MAX_SLOW} are above ${MAX_P95_MS} ms`, slow.length <= MAX_SLOW)
  report.check(
    `none is above ${MAX_SLOW_P95_MS} ms`,
    slow.every(({ p95 }) => p95 <= MAX_SLOW_P95_MS),
  )
  console.log(`${users} users, ${SHOWS} shows, ${leagues} leagues, ${notifications} notifications; idle:`)
  printed(rows)
  console.log(`above ${MAX_P95_MS} ms:`)
  printed(slow)
  report.finish()

  function printed(list: typeof rows): void {
    console.table(list.map((row) => ({ ...row, p50: significant(row.p50), p95: significant(row.p95) })))
  }
})
