/**
 * What the product bears, and what it does beyond that: `npm run load`.
 *
 * The real system, Postgres, Redis, a gateway and a worker as processes, with fans online. For each of three things
 * that crowds do (reading boards, saving in the last minute before a show locks, registering) it looks for the highest
 * rate that is held with 99 of 100 answers within half a second, asks for twice that, and then for a quarter of it at
 * once. The process that asks shares the machine.
 */
import { readBenchOptions } from '@called-it/infra/bench/options'
import { openReport, type Report } from '@called-it/infra/bench/report'
import { installedVersions, versionOf } from './installed-versions.ts'
import { type LimitEvening, openLimitEvening } from './limit-evening.ts'
import { countStatuses, isHeld, recoveredAfter, slowestOf } from './limit-figures.ts'
import type { DriveResult } from './limit-orders.ts'
import type { FanDeed } from './limit-requests.ts'
import { findHighestRate } from './limit-search.ts'

/** Where each search begins: below what two cores hold. */
const DEEDS = { boards: 100, saving: 50, registering: 10 } as const satisfies Record<FanDeed, number>
const DEED_NAMES: FanDeed[] = ['boards', 'saving', 'registering']
/** Of twice the rate. */
const CALM_SHARE = 1 / 8
const SUCCESS = 200
const REFUSALS = [429, 503]

const options = readBenchOptions(
  {
    fans: { full: 4_000, small: 1_000, help: 'fans who are logged in' },
    sockets: { full: 500, small: 100, help: 'of them, how many are online' },
    players: { full: 10_000, small: 2_000, help: 'players of the board' },
    seconds: { full: 5, small: 2, help: 'for which a rate must be held' },
    tries: { full: 2, small: 1, help: 'how often a rate may be missed before it counts as not held' },
    precision: {
      full: 15,
      small: 100,
      help: 'how far the next rate that is not held may lie above, in per cent',
    },
  },
  { rounds: 1 },
)
const seconds = options.size('seconds')
const precision = 1 + options.size('precision') / 100

type Outcome = {
  readonly deed: FanDeed
  readonly rate: number
  readonly slowestMs: number
  readonly beyond: DriveResult
  /** Why calls were turned away at twice the rate, as the gateway counts. */
  readonly reasons: string
  readonly socketsKept: number
  readonly isEverybodyTold: boolean
  readonly isEverySaveThere: boolean
  readonly recoveredMs: number
}

async function measure(evening: LimitEvening, deed: FanDeed): Promise<Outcome> {
  let slowestMs = Number.POSITIVE_INFINITY
  const tryRate = async (rate: number): Promise<boolean> => {
    for (let attempt = 1; attempt <= options.size('tries'); attempt += 1) {
      await evening.rest()
      const result = await evening.drive(deed, rate, seconds, await evening.openLastMinute())
      const held = isHeld(result, { rate, seconds })
      say(deed, rate, result, held ? 'held' : 'not held')
      if (held) slowestMs = slowestOf(result)
      if (held) return true
    }
    return false
  }
  // Code that runs for the first time says nothing of a rate.
  await evening.drive(deed, DEEDS[deed], seconds, await evening.openLastMinute())
  const rate = await findHighestRate({ from: DEEDS[deed], precision }, tryRate)
  const twice = Math.max(1, rate * 2)
  await evening.rest()

  const showId = await evening.openLastMinute()
  const before = await evening.readTurnedAway()
  const beyond = await evening.drive(deed, twice, seconds * 2, showId)
  const calm = await evening.drive(deed, Math.ceil(twice * CALM_SHARE), seconds, showId)
  say(deed, twice, beyond, 'twice the rate')
  say(deed, Math.ceil(twice * CALM_SHARE), calm, 'and then')
  const reasons = [...(await evening.readTurnedAway())].flatMap(([reason, calls]) => {
    const turnedAway = calls - (before.get(reason) ?? 0)
    return turnedAway > 0 ? [`${reason} ${turnedAway}`] : []
  })
  return {
    deed,
    rate,
    slowestMs,
    beyond,
    reasons: reasons.join(', '),
    socketsKept: evening.countOpen(),
    isEverybodyTold: await evening.isEverybodyTold(),
    isEverySaveThere: deed !== 'saving' || (await evening.countPredictions(showId)) >= beyond.fansDone,
    recoveredMs: recoveredAfter(calm),
  }
}

function say(deed: FanDeed, rate: number, result: DriveResult, verdict: string): void {
  const statuses = describeStatuses(result)
  process.stderr.write(
    `${deed}: ${rate} a second, p99 ${Math.round(slowestOf(result))} ms, ${statuses}: ${verdict}\n`,
  )
}

function describeStatuses(result: DriveResult): string {
  const counted = [...countStatuses(result)].map(([status, count]) => `${status}: ${count}`)
  return [...counted, ...(result.broken > 0 ? [`broken: ${result.broken}`] : [])].join(', ') || 'nothing'
}

function reportOn(report: Report, { deed, rate, ...outcome }: Outcome): void {
  const { beyond } = outcome
  const statuses = countStatuses(beyond)
  const aSecond = (count: number) => count / (seconds * 2)
  const refused = REFUSALS.reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0)
  report.figure(`${deed}: rate held`, 'a second', [rate])
  report.figure(`${deed}: p99 at that rate`, 'ms', [outcome.slowestMs])
  report.figure(`${deed}, twice the rate: done`, 'a second', [aSecond(statuses.get(SUCCESS) ?? 0)])
  report.figure(`${deed}, twice the rate: turned away`, 'a second', [aSecond(refused)])
  report.figure(`${deed}, twice the rate: p99 of what was done`, 'ms', [slowestOf(beyond)])
  report.figure(`${deed}, twice the rate: sockets kept`, 'sockets', [outcome.socketsKept])
  report.figure(`${deed}: time to recover`, 'ms', [outcome.recoveredMs])
  report.check(`${deed}: some rate is held`, rate > 0)
  report.check(
    `${deed}: at twice the rate a call is done, or turned away`,
    beyond.broken === 0 && [...statuses.keys()].every((status) => [SUCCESS, ...REFUSALS].includes(status)),
  )
  report.check(
    `${deed}: who is turned away is told when to come back, in the one shape of errors`,
    beyond.misshapen === 0,
  )
  report.check(`${deed}: every socket is kept, and hears of a change`, outcome.isEverybodyTold)
  report.check(`${deed}: every save that was acknowledged is there`, outcome.isEverySaveThere)
  report.check(`${deed}: it recovers while the load is low`, outcome.recoveredMs < seconds * 1_000)
}

const evening = await openLimitEvening({
  fans: options.size('fans'),
  online: options.size('sockets'),
  players: options.size('players'),
})
try {
  const outcomes: Outcome[] = []
  for (const deed of DEED_NAMES) outcomes.push(await measure(evening, deed))
  const report = openReport('load', options, { ...installedVersions, autocannon: versionOf('autocannon') })
  for (const outcome of outcomes) reportOn(report, outcome)
  console.table(
    Object.fromEntries(
      outcomes.map(({ deed, rate, slowestMs, beyond, reasons, socketsKept, recoveredMs }) => [
        deed,
        {
          'held a second': rate,
          'p99, ms': Math.round(slowestMs),
          'twice the rate': describeStatuses(beyond),
          'turned away by': reasons,
          'their p99, ms': Math.round(slowestOf(beyond)),
          'sockets kept': `${socketsKept} of ${options.size('sockets')}`,
          'recovered after, ms': Math.round(recoveredMs),
        },
      ]),
    ),
  )
  report.finish()
} finally {
  await evening.end()
}
