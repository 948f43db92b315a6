/**
 * Load test with overload: `npm run load`. For each action it searches the highest rate that is held, then drives twice
 * that rate, then a quarter of it. The process that makes the requests shares the machine.
 */
import { readOptions } from '../bench/options.ts'
import { openReport, type Report, socketVersions } from '../bench/report.ts'
import { progress } from '../bench/runner.ts'
import { sumOf } from '../bench/stats.ts'
import { withSystem } from '../bench/system.ts'
import type { DriveResult } from './driver.ts'
import { type LoadedSystem, startLoadedSystem } from './loaded-system.ts'
import { countStatuses, findHighestRate, isHeld, p99Of, recoveredAfter } from './rates.ts'
import type { UserAction } from './user-requests.ts'

/** With the start of each search, below what two cores hold. */
const ACTIONS = [
  ['boards', 100],
  ['saving', 50],
  ['registering', 10],
] as const satisfies [UserAction, number][]
/** The recovery is measured at this share of twice the rate. */
const RECOVERY_SHARE = 1 / 8
const SUCCESS = 200
const REFUSALS = [429, 503]

const options = readOptions(
  {
    users: { full: 4_000, small: 1_000, help: 'users who are logged in' },
    sockets: { full: 500, small: 100, help: 'of them, how many are online' },
    players: { full: 10_000, small: 2_000, help: 'players of the board' },
    seconds: { full: 5, small: 2, help: 'for which a rate must be held' },
    tries: { full: 2, small: 1, help: 'how often a rate may be missed before it counts as not held' },
    precision: { full: 15, small: 100, help: 'how far the next rate that is not held may lie above, in %' },
  },
  { rounds: 1 },
)
const seconds = options.size('seconds')

await withSystem(async (system) => {
  const loaded = await startLoadedSystem(system, {
    users: options.size('users'),
    online: options.size('sockets'),
    players: options.size('players'),
  })
  const report = openReport('load', options, { ...system.versions, ...socketVersions })
  for (const [action, from] of ACTIONS) await measure(loaded, action, from, report)
  report.finish()
  await loaded.end()
})

async function measure(
  loaded: LoadedSystem,
  action: UserAction,
  from: number,
  report: Report,
): Promise<void> {
  const driveNewShow = async (rate: number) =>
    loaded.drive(action, rate, seconds, await loaded.openLastMinute())
  let p99Ms = Number.POSITIVE_INFINITY
  async function tryRate(rate: number): Promise<boolean> {
    for (let attempt = 1; attempt <= options.size('tries'); attempt += 1) {
      await loaded.waitUntilIdle()
      const result = await driveNewShow(rate)
      const held = isHeld(result, { rate, seconds })
      show(action, rate, result, held ? 'held' : 'not held')
      if (held) p99Ms = p99Of(result)
      if (held) return true
    }
    return false
  }
  // Warms the code up.
  await driveNewShow(from)
  const rate = await findHighestRate({ from, precision: 1 + options.size('precision') / 100 }, tryRate)
  const twice = Math.max(1, rate * 2)
  const recoveryRate = Math.ceil(twice * RECOVERY_SHARE)
  await loaded.waitUntilIdle()

  const showId = await loaded.openLastMinute()
  const beyond = await loaded.drive(action, twice, seconds * 2, showId)
  const recovery = await loaded.drive(action, recoveryRate, seconds, showId)
  show(action, twice, beyond, 'twice the rate')
  show(action, recoveryRate, recovery, 'recovery')

  const statuses = countStatuses(beyond)
  const perSecond = (expected: readonly number[]) =>
    sumOf(expected.map((status) => statuses.get(status) ?? 0)) / (seconds * 2)
  report.metric(`${action}: rate held`, 'per second', [rate])
  report.metric(`${action}: p99 at that rate`, 'ms', [p99Ms])
  report.metric(`${action}, twice the rate: done`, 'per second', [perSecond([SUCCESS])])
  report.metric(`${action}, twice the rate: rejected`, 'per second', [perSecond(REFUSALS)])
  report.metric(`${action}, twice the rate: p99 of what was done`, 'ms', [p99Of(beyond)])
  report.metric(`${action}, twice the rate: sockets kept`, 'sockets', [loaded.countOpen()])
  report.metric(`${action}: time to recover`, 'ms', [recoveredAfter(recovery)])

  report.check(`${action}: some rate is held`, rate > 0)
  report.check(
    `${action}: at twice the rate a request is done or rejected`,
    beyond.broken === 0 && [...statuses.keys()].every((status) => [SUCCESS, ...REFUSALS].includes(status)),
  )
  report.check(`${action}: a rejection has Retry-After and the shape of every error`, beyond.malformed === 0)
  report.check(`${action}: every socket is kept and receives a change`, await loaded.doesChangeReachAll())
  report.check(
    `${action}: every acknowledged save is stored`,
    action !== 'saving' || (await loaded.countPredictions(showId)) >= beyond.usersDone,
  )
  report.check(`${action}: recovers under low load`, recoveredAfter(recovery) < seconds * 1_000)
}

function show(action: UserAction, rate: number, result: DriveResult, verdict: string): void {
  const statuses = [...countStatuses(result)].map(([status, count]) => `${status}: ${count}, `).join('')
  const p99 = `p99 ${Math.round(p99Of(result))} ms`
  progress(`${action}: ${rate} per second, ${p99}, ${statuses}broken: ${result.broken}: ${verdict}`)
}
