import type { SourceFault } from '../source.ts'
import type { Chapter } from './chapter.ts'

interface Claim {
  readonly file: string
  readonly rows: readonly number[]
}

type DateFault = SourceFault & { readonly show: string }

export interface ShowDates {
  add(file: string, days: Chapter['days']): void
  /** One for each row that names another day than most rows of its show, in any file. */
  findFaults(): readonly DateFault[]
}

export function createShowDates(): ShowDates {
  const shows = new Map<string, Map<string, Claim[]>>()
  return {
    add(file, days) {
      for (const [showid, rowsByDay] of days) {
        const claims = shows.get(showid) ?? new Map<string, Claim[]>()
        shows.set(showid, claims)
        for (const [day, rows] of rowsByDay) claims.set(day, [...(claims.get(day) ?? []), { file, rows }])
      }
    },
    findFaults: () =>
      Array.from(shows).flatMap(([show, claims]) => (claims.size > 1 ? faultsOf(show, claims) : [])),
  }
}

function faultsOf(show: string, claims: ReadonlyMap<string, readonly Claim[]>): readonly DateFault[] {
  const days = Array.from(claims, ([day, found]) => ({ day, found, count: countRows(found) }))
  const [usual, ...others] = days.toSorted((one, other) => other.count - one.count)
  const example = usual?.found[0]
  if (usual === undefined || example === undefined) return []
  const there = `${usual.day}, as in row ${example.rows[0]} of ${example.file}`
  return others.flatMap(({ day, found }) =>
    found.flatMap(({ file, rows }) =>
      rows.map((row) => ({ file, row, show, field: 'showdate', message: `is ${day} and not ${there}` })),
    ),
  )
}

const countRows = (claims: readonly Claim[]) => claims.reduce((count, { rows }) => count + rows.length, 0)
