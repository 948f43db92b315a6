import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { QuietHours, RemindedShow } from '@called-it/shared/game/reminders'
import { instantOfLocal } from '@called-it/shared/game/time-zones'
import { repository } from '../../infra/launch/bootstrap.mjs'

export type WrittenShow = RemindedShow & { readonly name: string; readonly day: string }
export type WrittenFan = QuietHours & {
  /** Null: unknown. */
  readonly timeZone: string | null
  /** The fan's column of quiet hours, as written. */
  readonly quiet: string
  /** Names of shows, as written. */
  readonly picks: string
  readonly picked: ReadonlySet<number>
  readonly isOn: boolean
  /** Days with a reminder, each with its local time and the name of its show. */
  readonly written: readonly (readonly [day: string, reminder: string])[]
}

/** The weekend of docs/rules.md ("Reminders"). */
export async function readReminderTable(): Promise<{ shows: WrittenShow[]; fans: WrittenFan[] }> {
  const rules = await readFile(path.join(repository, 'docs/rules.md'), 'utf8')
  const section = rules.split('### Reminders\n')[1]?.split('\n## ')[0] ?? ''
  const shows = rowsOf(section, 'show').map(
    ({ show: name = '', 'picks close': lock = '', 'time zone': timeZone = '' }, id) => {
      const [day = '', time = ''] = lock.split(' ')
      return { id, name, day, locksAt: instantOfLocal(day, time, timeZone), timeZone }
    },
  )
  const fans = rowsOf(section, 'time zone').map(
    ({ 'time zone': zone = '', quiet = '', picks = '', channels = '', ...days }) => {
      const [quietFrom = 0, quietUntil = 0] = quiet === 'none' ? [] : quiet.split('–').map(Number)
      const picked = shows.filter(({ name }) => picks.split(', ').includes(name)).map(({ id }) => id)
      return {
        timeZone: zone === 'unknown' ? null : zone,
        quiet,
        quietFrom,
        quietUntil,
        picks,
        picked: new Set(picked),
        isOn: channels === 'on',
        written: Object.entries(days).filter(([, cell]) => cell !== ''),
      }
    },
  )
  return { shows, fans }
}

/** As the table has it: `17:30 A`. */
export function writtenReminder(at: Date, timeZone: string | null, show: WrittenShow | undefined): string {
  const zone = timeZone ?? show?.timeZone ?? 'UTC'
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'short' }).format(at)
  return `${time} ${show?.name}`
}

/** The rows of the table whose first column has this title, by their columns. */
function rowsOf(section: string, title: string): Record<string, string>[] {
  const lines = section.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const start = lines.findIndex(([first]) => first === title)
  const [titles = [], , ...rest] = lines.slice(start)
  const end = rest.findIndex((cells) => cells.length === 0)
  return rest
    .slice(0, end)
    .map((cells) => Object.fromEntries(cells.map((cell, column) => [titles[column], cell])))
}
