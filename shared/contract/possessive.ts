/** `Phish's`, `the Kettles'`: the name of a player, a league or the band with what follows it. */
export function possessive(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '')
  return /[sxzß][^\p{L}\p{N}]*$/iu.test(letters) ? `${name}'` : `${name}'s`
}
