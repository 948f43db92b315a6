const NUMBERS = new Intl.NumberFormat('en-US')

/** `1 show`, `1,204 shows`. For nouns whose plural ends in s; runs and the command line use it. */
export function counted(count: number, noun: string): string {
  return `${NUMBERS.format(count)} ${noun}${count === 1 ? '' : 's'}`
}
