import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type RemindedShow, remindersOf, remindersWithout } from './reminders.ts'
import { instantOfLocal } from './time-zones.ts'

const rules = await readFile(new URL('../../docs/rules.md', import.meta.url), 'utf8')
const section = rules.split('### Reminders\n')[1]?.split('\n## ')[0] ?? ''

/** The lines of the table whose first column has this title, by their columns. */
function tableOf(title: string): Record<string, string>[] {
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

const shows = tableOf('show').map(
  ({ show = '', 'picks close': lock = '', 'time zone': timeZone = '' }, id) => {
    const [day = '', time = ''] = lock.split(' ')
    return { id, name: show, locksAt: instantOfLocal(day, time, timeZone), timeZone }
  },
) satisfies RemindedShow[]

const showOf = (id: number) => shows.find((show) => show.id === id)
const timeOf = (instant: Date, timeZone: string | undefined) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(instant)

const fans = tableOf('time zone').map(({ 'time zone': zone = '', quiet, picks = '', channels, ...days }) => {
  const [quietFrom = 0, quietUntil = 0] = quiet === 'none' ? [] : (quiet ?? '').split('–').map(Number)
  const picked = new Set(shows.filter(({ name }) => picks.split(', ').includes(name)).map(({ id }) => id))
  const written = Object.entries(days).filter(([, cell]) => cell !== '')
  return { zone, quiet, picks, channels, quietFrom, quietUntil, picked, written }
})

describe('table of reminders', () => {
  test('has fans with and without picks, zone, quiet hours and channels', () => {
    expect(shows).toHaveLength(3)
    expect(new Set(fans.map(({ zone }) => zone)).size).toBeGreaterThan(4)
    expect(fans.filter(({ channels }) => channels === 'off').map(({ written }) => written)).toEqual([[]])
  })

  // Channels are a matter of `insertReminders`.
  test.each(fans.filter(({ channels }) => channels === 'on'))(
    'reminds in $zone, quiet $quiet, with picks of $picks',
    ({ zone, quietFrom, quietUntil, picked, written }) => {
      const timeZone = zone === 'unknown' ? null : zone
      const own = remindersWithout(remindersOf(shows, { timeZone, quietFrom, quietUntil }), picked)
      const reminded = own.map(({ day, at, showId }) => {
        const show = showOf(showId)
        return [day, `${timeOf(at, timeZone ?? show?.timeZone)} ${show?.name}`]
      })
      expect(reminded).toEqual(written)
    },
  )
})
