import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import socketIo from 'socket.io/package.json' with { type: 'json' }
import ws from 'ws/package.json' with { type: 'json' }
import { z } from 'zod'
import goals from './goals.json' with { type: 'json' }
import type { BenchOptions } from './options.ts'
import { ratiosOf, spreadOf } from './stats.ts'

export type GoalName = keyof typeof goals

/** The installed packages that write live events to sockets. */
export const socketVersions = { 'socket.io': socketIo.version, ws: ws.version }

const spread = z.object({ median: z.number(), lowest: z.number(), highest: z.number() })

/** What a benchmark writes, and the gate reads. */
export const benchResult = z.object({
  benchmark: z.string(),
  takenAt: z.iso.datetime(),
  machine: z.object({ cpu: z.string(), cores: z.int(), memoryGb: z.number(), system: z.string() }),
  versions: z.record(z.string(), z.string()),
  rounds: z.int(),
  metrics: z.record(z.string(), spread.extend({ unit: z.string() })),
  /** The median of the metric or ratio that a goal is about. */
  goals: z.record(z.string(), z.number()),
  /** False where a result was wrong, however fast it came. */
  checks: z.record(z.string(), z.boolean()),
})
export type BenchResult = z.output<typeof benchResult>

export type Report = {
  /** @param goals that the median of these values is compared with */
  metric(name: string, unit: string, values: readonly number[], ...goals: GoalName[]): void
  ratio(name: string, ours: readonly number[], theirs: readonly number[], ...goals: GoalName[]): void
  check(name: string, isRight: boolean): void
  /** Prints everything and writes the JSON; the process will exit with 1 when a check failed. */
  finish(): void
}

/** @param versions of what was measured, beside Node's own */
export function openReport(
  benchmark: string,
  { rounds, json }: Pick<BenchOptions, 'rounds' | 'json'>,
  versions: Readonly<Record<string, string>> = {},
): Report {
  const result: BenchResult = {
    benchmark,
    takenAt: new Date().toISOString(),
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 2 ** 30),
      system: `${process.platform} ${process.arch}`,
    },
    versions: { node: process.versions.node, ...versions },
    rounds,
    metrics: {},
    goals: {},
    checks: {},
  }
  function metric(name: string, unit: string, values: readonly number[], ...reached: GoalName[]): void {
    const measured = spreadOf(values)
    result.metrics[name] = { ...measured, unit }
    for (const goal of reached) result.goals[goal] = measured.median
  }
  return {
    metric,
    ratio: (name, ours, theirs, ...reached) => metric(name, 'ratio', ratiosOf(ours, theirs), ...reached),
    check(name, isRight) {
      result.checks[name] = isRight
    },
    finish() {
      print(result)
      if (json !== null) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`)
      if (Object.values(result.checks).includes(false)) process.exitCode = 1
    },
  }
}

function print({ benchmark, machine, versions, rounds, metrics, goals: reached, checks }: BenchResult): void {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  console.log(`${benchmark}: ${rounds} rounds on ${machine.cores} x ${machine.cpu}; ${named.join(', ')}`)
  console.table(
    Object.fromEntries(
      Object.entries(metrics).map(([name, { unit, median, lowest, highest }]) => {
        const row = {
          median: significant(median),
          lowest: significant(lowest),
          highest: significant(highest),
        }
        return [name, { ...row, unit }]
      }),
    ),
  )
  for (const [name, value] of Object.entries(reached)) console.log(`${name}: ${significant(value)}`)
  for (const [name, isRight] of Object.entries(checks)) {
    if (isRight) console.log(`checked: ${name}`)
    else console.error(`WRONG: ${name}`)
  }
}

/** Three digits: the rest is noise. */
export const significant = (value: number) => Number(value.toPrecision(3))
