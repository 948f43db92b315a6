/**
 * Runs the whole product under random faults, and prints what was promised and what came of it:
 * `npm run soak -- [--minutes 10] [--seed name]`. Exits with 1 where something is lost, doubled or wrong.
 */
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
const { saves, registrations, mails, orders } = tally
const counted = (name: string, { acknowledged, effects, distinct }: Count) =>
  `${name.padEnd(16)}${acknowledged} acknowledged, ${effects} in the database, ${distinct} distinct`
const causes = Object.entries(tally.faults).map(([kind, times]) => `  ${kind.padEnd(20)}${times}`)
const isEqual = ({ acknowledged, effects, distinct }: Count) =>
  acknowledged === effects && acknowledged === distinct
const isWhole =
  tally.flaws.length === 0 &&
  tally.refused === 0 &&
  [saves, registrations].every(isEqual) &&
  mails.accounts >= registrations.acknowledged
console.log(
  [
    ...causes,
    counted('saves', saves),
    counted('registrations', registrations),
    `${'mails'.padEnd(16)}${mails.kept} kept, to ${mails.accounts} accounts`,
    `${'orders'.padEnd(16)}${orders.acknowledged} acknowledged, joined to ${orders.runs} runs, ${orders.runsCarriedOut} carried out`,
    `${'saves repeated'.padEnd(16)}${tally.repeats}, refused ${tally.refused}`,
    tally.flaws.length === 0
      ? 'the standings equal a fresh count, and every page shows the last version'
      : ['flaws:', ...tally.flaws].join('\n  '),
    isWhole ? 'nothing lost, nothing doubled' : 'FAILED',
  ].join('\n'),
)
process.exitCode = isWhole ? 0 : 1
