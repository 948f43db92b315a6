import { parseArgs } from 'node:util'

type SizeOption = {
  readonly full: number
  /** For `--small`, which the gate runs. */
  readonly small: number
  readonly help: string
}

export type BenchOptions<Size extends string = string> = {
  readonly rounds: number
  /** The given size, or the one of `--small` or of a full run. */
  size(name: Size): number
  isGiven(name: Size): boolean
  /** Where the JSON goes; null prints only. */
  readonly json: string | null
}

/**
 * Reads the command line that all benchmarks share: `--rounds`, `--small`, `--json file`, and an option for each of its
 * sizes. `--help` prints them and exits; a wrong option exits with 2.
 */
export function readOptions<Size extends string>(
  sizes: Readonly<Record<Size, SizeOption>>,
  { rounds = 3 }: { rounds?: number } = {},
): BenchOptions<Size> {
  try {
    const { values } = parseArgs({
      options: {
        ...Object.fromEntries(Object.keys(sizes).map((name) => [name, { type: 'string' } as const])),
        rounds: { type: 'string' },
        json: { type: 'string' },
        small: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    const given: Readonly<Record<string, unknown>> = values
    if (given.help === true) {
      console.log(usage(sizes, rounds))
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
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage(sizes, rounds)}`)
    process.exit(2)
  }
}

function wholeNumber(name: string, given: Readonly<Record<string, unknown>>): number | undefined {
  const text = given[name]
  if (text === undefined) return undefined
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} takes a whole number from 1 up`)
  return number
}

function usage(sizes: Readonly<Record<string, SizeOption>>, rounds: number): string {
  const lines = [
    ...Object.entries(sizes).map(([name, { help, full, small }]) => [
      `--${name} <n>`,
      `${help} (${full}; with --small ${small})`,
    ]),
    ['--rounds <n>', `turns of each candidate (${rounds})`],
    ['--small', 'the sizes that the gate runs'],
    ['--json <file>', 'where to write the results'],
  ]
  return ['Options:', ...lines.map(([option = '', help]) => `  ${option.padEnd(18)}  ${help}`)].join('\n')
}
