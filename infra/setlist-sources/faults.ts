import { type SourceFaults as KeptFaults, MAX_KEPT_FAULTS } from '@called-it/shared/contract/import-checks'
import { plainLine } from './plain-text.ts'
import {
  SetlistSourceError,
  type SourceFault,
  type SourceFaults,
  type SourceShowReference,
} from './source.ts'

/** Broken data may have a fault in every row: more of them help nobody and fill the memory. */
const MAX_LISTED = 1_000

const MAX_SAID = 3

const MAX_MESSAGE = 500

/** `rows.csv, row 4 (show 77), field set: is not a set`. */
export function printFault({ file, row, show, field, message }: SourceFault): string {
  const place = row === null ? file : `${file}, row ${row}`
  const subject = show === null ? '' : ` (show ${plainLine(show)})`
  return `${place}${subject}${field === null ? '' : `, field ${field}`}: ${message}`
}

/** For the message of an import: how many, and the first three. */
export function describeFaults({ count, listed }: SourceFaults): readonly string[] {
  if (count === 0) return []
  const more = count > MAX_SAID ? [`and ${count - MAX_SAID} more`] : []
  return [`Faults: ${count}. ${[...listed.slice(0, MAX_SAID).map(printFault), ...more].join('; ')}.`]
}

/** For a site, which has no files. */
export function faultOfShow(
  source: string,
  { sourceId }: Pick<SourceShowReference, 'sourceId'>,
  { message }: SetlistSourceError,
): SourceFault {
  return { file: source, row: null, show: sourceId, field: null, message }
}

/** Bounds what is stored of faults: a value of a broken file may be of any length. */
export function keepFaults({ count, listed }: Pick<SourceFaults, 'count' | 'listed'>): KeptFaults {
  return {
    count,
    listed: listed.slice(0, MAX_KEPT_FAULTS).map(({ file, row, show, field, message }) => ({
      file: plainLine(file),
      row,
      show: show === null ? null : plainLine(show),
      field: field === null ? null : plainLine(field),
      message: message.slice(0, MAX_MESSAGE),
    })),
  }
}

export interface FaultList {
  add(fault: SourceFault): void
  /** The fault is a whole file's: nothing of the source can be read. */
  addStop(fault: SourceFault): void
  /** The show may lack something that a broken row of another name holds. */
  addDoubt(show: string, fault: SourceFault): void
  addNamelessShow(): void
  toFaults(): SourceFaults
  /** Null for a show without faults. */
  errorOf(show: string): SetlistSourceError | null
}

export function createFaultList(): FaultList {
  const files: string[] = []
  const listed: SourceFault[] = []
  const byShow = new Map<string, { readonly first: SourceFault; count: number }>()
  let count = 0
  let hasNamelessShow = false
  let stop: SourceFault | null = null

  function addDoubt(show: string, fault: SourceFault): void {
    const known = byShow.get(show)
    if (known === undefined) byShow.set(show, { first: fault, count: 1 })
    else known.count += 1
  }

  function add(fault: SourceFault): void {
    count += 1
    if (!files.includes(fault.file)) files.push(fault.file)
    if (listed.length < MAX_LISTED) listed.push(fault)
    if (fault.show !== null) addDoubt(fault.show, fault)
  }

  return {
    add,
    addDoubt,
    addStop(fault) {
      add(fault)
      stop ??= fault
    },
    addNamelessShow() {
      hasNamelessShow = true
    },
    toFaults: () => ({
      count,
      listed: listed.toSorted(
        (one, other) =>
          files.indexOf(one.file) - files.indexOf(other.file) || (one.row ?? 0) - (other.row ?? 0),
      ),
      shows: new Set(byShow.keys()),
      hasNamelessShow,
      stop,
    }),
    errorOf(show) {
      const found = byShow.get(show)
      if (found === undefined) return null
      const more = found.count > 1 ? ` (and ${found.count - 1} more)` : ''
      return new SetlistSourceError('malformed', `show ${plainLine(show)}: ${printFault(found.first)}${more}`)
    },
  }
}
