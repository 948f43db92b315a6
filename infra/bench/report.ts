import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { z } from 'zod'
import goals from './goals.json' with { type: 'json' }
import type { BenchOptions } from './options.ts'
import { ratiosOf, type Spread, spreadOf } from './spread.ts'

/** A goal as goals.json names it. */
export type GoalName = keyof typeof goals

const spread = z.object({ median: z.number(), lowest: z.number(), highest: z.number() })

/** What a benchmark writes, and the gate reads. */
export const benchResult = z.object({
  benchmark: z.string(),
  takenAt: z.iso.datetime(),
  machine: z.object({ cpu: z.string(), cores: z.int(), memoryGb: z.number(), system: z.string() }),
  versions: z.record(z.string(), z.string()),
  rounds: z.int(),
  figures: z.record(z.string(), spread.extend({ unit: z.string() })),
  ratios: z.record(z.string(), spread),
  /** The median of the figure or ratio that a goal is about. */
  goals: z.record(z.string(), z.number()),
  /** False where a result was wrong, however fast it came. */
  checks: z.record(z.string(), z.boolean()),
})
export type BenchResult = z.output<typeof benchResult>

export type Report = {
  /** @param goal the goal that this figure's median answers, if any */
  figure(name: string, unit: string, values: readonly number[], goal?: GoalName): void
  /** One series divided by another, round by round. */
  ratio(name: string, ours: readonly number[], theirs: readonly number[], goal?: GoalName): void
  /** Whether a result was right. */
  check(name: string, isRight: boolean): void
  /** Prints everything and writes the JSON; the process will exit with 1 when a check failed. */
  finish(): BenchResult
}

/** @param versions of what was measured, beside Node's own */
export function openReport(
  benchmark: string,
  { rounds, json }: Pick<BenchOptions, 'rounds' | 'json'>,
  versions: Readonly<Record<string, string>> = {},
): Report {
  const figures: Record<string, Spread & { unit: string }> = {}
  const ratios: Record<string, Spread> = {}
  const reached: Record<string, number> = {}
  const checks: Record<string, boolean> = {}
  return {
    figure(name, unit, values, goal) {
      const measured = spreadOf(values)
      figures[name] = { ...measured, unit }
      if (goal) reached[goal] = measured.median
    },
    ratio(name, ours, theirs, goal) {
      const measured = spreadOf(ratiosOf(ours, theirs))
      ratios[name] = measured
      if (goal) reached[goal] = measured.median
    },
    check(name, isRight) {
      checks[name] = isRight
    },
    finish() {
      const result = {
        benchmark,
        takenAt: new Date().toISOString(),
        machine: describeMachine(),
        versions: { node: process.versions.node, ...versions },
        rounds,
        figures,
        ratios,
        goals: reached,
        checks,
      }
      print(result)
      if (json !== null) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`)
      if (Object.values(checks).includes(false)) process.exitCode = 1
      return result
    },
  }
}

function describeMachine(): BenchResult['machine'] {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
  }
}

function print({
  benchmark,
  machine,
  versions,
  rounds,
  figures,
  ratios,
  goals: reached,
  checks,
}: BenchResult) {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  console.log(`${benchmark}: ${rounds} rounds on ${machine.cores} x ${machine.cpu}; ${named.join(', ')}`)
  console.table(
    Object.fromEntries([
      ...Object.entries(figures).map(
        ([name, { unit, ...row }]) => [name, { ...rounded(row), unit }] as const,
      ),
      ...Object.entries(ratios).map(([name, row]) => [name, { ...rounded(row), unit: 'ratio' }] as const),
    ]),
  )
  for (const [name, value] of Object.entries(reached)) console.log(`${name}: ${significant(value)}`)
  for (const [name, isRight] of Object.entries(checks)) {
    if (isRight) console.log(`checked: ${name}`)
    else console.error(`WRONG: ${name}`)
  }
}

function rounded({ median, lowest, highest }: Spread): Spread {
  return { median: significant(median), lowest: significant(lowest), highest: significant(highest) }
}

/** Three digits: noise has the rest. */
function significant(value: number): number {
  return Number(value.toPrecision(3))
}
