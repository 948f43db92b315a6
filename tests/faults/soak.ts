/** Runs the product under random faults: `npm run soak -- [--minutes 10] [--seed name]`. Exits with 1 on a violation. */
import { parseArgs } from 'node:util'
import { type Count, soak } from '../support/soak.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: new Date().toISOString() },
  },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes takes a number above 0')

console.log(`${minutes} minutes of faults, seed "${values.seed}" …`)
const tally = await soak({ forMs: minutes * 60_000, seed: values.seed })
const { saves, registrations, mails, scorings } = tally
const counted = (name: string, { acknowledged, effects, distinct }: Count) =>
  `${name.padEnd(16)}${acknowledged} acknowledged, ${effects} in the database, ${distinct} distinct`
const causes = Object.entries(tally.faults).map(([kind, times]) => `  ${kind.padEnd(20)}${times}`)
const isEqual = ({ acknowledged, effects, distinct }: Count) =>
  acknowledged === effects && acknowledged === distinct
const isConsistent =
  tally.violations.length === 0 &&
  tally.refused === 0 &&
  [saves, registrations].every(isEqual) &&
  mails.accounts >= registrations.acknowledged
console.log(
  [
    ...causes,
    counted('saves', saves),
    counted('registrations', registrations),
    `${'mails'.padEnd(16)}${mails.kept} kept, to ${mails.accounts} accounts`,
    `${'scorings'.padEnd(16)}${scorings.acknowledged} acknowledged, joined to ${scorings.runs} runs, ${scorings.completedRuns} completed`,
    `${'saves repeated'.padEnd(16)}${tally.repeats}, refused ${tally.refused}`,
    tally.violations.length === 0
      ? 'the standings equal a recount, and every page shows the last version'
      : ['violations:', ...tally.violations].join('\n  '),
    isConsistent ? 'nothing lost, nothing duplicated' : 'FAILED',
  ].join('\n'),
)
process.exitCode = isConsistent ? 0 : 1
