/** How good the chances of songs are: `npm run bench:predict -- FILE`, without a file on the demo band's setlists. */
import { parseArgs } from 'node:util'
import { createDemoSource } from '@called-it/infra/setlist-sources/demo/demo-source'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import { counted } from '@called-it/shared/contract/counted'
import { walkForward } from '@called-it/shared/game/chance/backtest'
import { type JudgedShow, measureChances } from '@called-it/shared/game/chance/measures'
import { fitModel, songChances } from '@called-it/shared/game/chance/model'
import { PlayLog, songsOf } from '@called-it/shared/game/chance/play-log'
import type { PastShow } from '@called-it/shared/game/chance/song-chance'
import { KICKSTART_SIZE } from '@called-it/shared/game/draft'
import { finish } from '../support/generated-shows.ts'
import { showsOfSource } from '../support/shows-of-source.ts'
import { compareWithGoals } from './goal-verdicts.ts'
import goals from './goals.json' with { type: 'json' }
import { measureCards } from './predict-cards.ts'
import { significant } from './report.ts'

/** Shows of the demo band: as many as one that has played for some years. */
const DEMO = { anchor: '2020-01-01', today: '2024-01-01' }
const STORED_SHOWS = 2_000
const FITS = 3
/** Half of them are measured. */
const MIN_SHOWS = 2

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shows: { type: 'string', default: '148' } },
})
const [file] = positionals
const source =
  file === undefined
    ? createDemoSource({ anchor: async () => DEMO.anchor, today: async () => DEMO.today })
    : createFileSource({ paths: [file] })
let leftOut = 0
const history = await showsOfSource(source, () => {
  leftOut += 1
})
if (leftOut > 0)
  console.log(
    `${counted(leftOut, 'show')} left out: the setlist has faults, which \`cli import check\` lists`,
  )
if (history.length < MIN_SHOWS) {
  console.log(`${counted(history.length, 'show')} with a setlist: a backtest needs ${MIN_SHOWS}`)
  process.exit(1)
}
const count = Math.min(Number(values.shows), Math.floor(history.length / 2))
console.log(
  `${history.length} shows with a setlist; measured on the last ${count}, each from those before it`,
)

const { model, rule } = finish(walkForward(history, count))
const measured = {
  model: measureChances(model),
  rule: measureChances(rule),
  'plays in the last year': measureChances(yearChances()),
}
const { card, expected, slots, kickstart, shared } = measureCards(history, model)
const seconds = secondsPerShow()
print('hit@20', ({ hitAt20 }) => hitAt20)
print('recall@25', ({ recallAt25 }) => recallAt25)
print('log loss', ({ logLoss }) => logLoss)
print('ECE', ({ calibrationError }) => calibrationError)
console.log(
  `card ${significant(card)} points, card expected ${significant(expected)} of ${significant(card)}`,
)
console.log(`all slots expected ${significant(slots.expected)} of ${significant(slots.points)}`)
console.log(
  `kickstart ${significant(kickstart)} points, two draws differ in ${significant(KICKSTART_SIZE - shared)} of ${KICKSTART_SIZE} songs`,
)
console.log(`fit and chances, ${STORED_SHOWS} shows stored: ${significant(seconds)} s`)

if (file !== undefined) {
  const { hitAt20, recallAt25, logLoss, calibrationError } = measured.model
  const reached = {
    P1: hitAt20,
    P2: recallAt25,
    P3: logLoss,
    'P3-calibration': calibrationError,
    P4: card,
    P5: kickstart,
    'P5-shared': shared,
    P6: seconds,
  }
  for (const { goal, what, value, gate, verdict } of compareWithGoals(
    reached,
    new Map(Object.entries(goals)),
  )) {
    console.log(`${goal} ${verdict}: ${what} ${significant(value)}, gate ${gate}`)
    if (verdict === 'missed') process.exitCode = 1
  }
}

function print(name: string, read: (measures: ReturnType<typeof measureChances>) => number): void {
  const columns = Object.entries(measured).map(([method, of]) => `${method} ${significant(read(of))}`)
  console.log(`${name.padEnd(10)} ${columns.join('   ')}`)
}

function yearChances(): readonly JudgedShow[] {
  const log = new PlayLog()
  return history.flatMap((show, index) => {
    const chances = Array.from(log.before(show), ([song, { yearPlays, yearShows }]) => {
      return { song, chance: (yearPlays + 0.3) / (yearShows + 6) }
    })
    log.add(show)
    return index < history.length - count ? [] : [{ played: songsOf(show), chances }]
  })
}

/** The best of three: what else runs on the machine only adds. */
function secondsPerShow(): number {
  const span = (history.at(-1)?.day ?? 0) - (history[0]?.day ?? 0) + 1
  const earlier = history.slice(0, Math.max(0, STORED_SHOWS - history.length))
  const stored: readonly PastShow[] = [
    ...earlier.map((show) => ({ ...show, day: show.day - span })),
    ...history,
  ]
  const next = { day: (history.at(-1)?.day ?? 0) + 1, venue: 'another', tour: history.at(-1)?.tour ?? null }
  const runs = Array.from({ length: FITS }, () => {
    const start = performance.now()
    finish(songChances(stored, next, 'model', finish(fitModel(stored))))
    return (performance.now() - start) / 1_000
  })
  return Math.min(...runs)
}
