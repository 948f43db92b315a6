import { parseArgs } from 'node:util'

/** `small` is for `--small`, which the gate runs. */
type SizeOption = { readonly full: number; readonly small: number; readonly help: string }

export type BenchOptions<Size extends string = string> = {
  readonly rounds: number
  /** The given size, or the one of `--small` or of a full run. */
  size(name: Size): number
  isGiven(name: Size): boolean
  /** Where the JSON goes; null prints only. */
  readonly json: string | null
}

/** Reads the command line that all benchmarks share; `--help` prints it and exits, a wrong option exits with 2. */
export function readOptions<Size extends string>(
  sizes: Readonly<Record<Size, SizeOption>>,
  { rounds = 3 }: { rounds?: number } = {},
): BenchOptions<Size> {
  const lines = Object.entries<SizeOption>(sizes).map(
    ([name, { help, full, small }]) => `  --${name} <n>: ${help} (${full}; with --small ${small})`,
  )
  const usage = `Options:
${lines.join('\n')}
  --rounds <n>: turns of each candidate (${rounds})
  --small: the sizes that the gate runs
  --json <file>: where to write the results`
  try {
    const { values } = parseArgs({
      options: {
        ...Object.fromEntries(Object.keys(sizes).map((name) => [name, { type: 'string' } as const])),
        rounds: { type: 'string', default: String(rounds) },
        json: { type: 'string' },
        small: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    const given: Readonly<Record<string, unknown>> = values
    if (given.help === true) {
      console.log(usage)
      process.exit(0)
    }
    const numbers = new Map([...Object.keys(sizes), 'rounds'].map((name) => [name, wholeNumber(name, given)]))
    return {
      rounds: numbers.get('rounds') ?? rounds,
      size: (name) => numbers.get(name) ?? sizes[name][given.small === true ? 'small' : 'full'],
      isGiven: (name) => given[name] !== undefined,
      json: typeof given.json === 'string' ? given.json : null,
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

function wholeNumber(name: string, given: Readonly<Record<string, unknown>>): number | undefined {
  if (given[name] === undefined) return undefined
  const number = Number(given[name])
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} takes a whole number from 1 up`)
  return number
}
