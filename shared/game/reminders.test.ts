import { readReminderTable, writtenReminder } from '@called-it/tests/support/reminder-table'
import { describe, expect, test } from 'vitest'
import { remindersOf, remindersWithout } from './reminders.ts'

const { shows, fans } = await readReminderTable()

describe('table of reminders', () => {
  test('has fans with and without picks, zone, quiet hours and channels', () => {
    expect(shows).toHaveLength(3)
    expect(new Set(fans.map(({ timeZone }) => timeZone)).size).toBeGreaterThan(4)
    expect(fans.filter(({ isOn }) => !isOn).map(({ written }) => written)).toEqual([[]])
  })

  // Channels are a matter of `insertReminders`.
  test.each(fans.filter(({ isOn }) => isOn))(
    'reminds in $timeZone, quiet $quiet, with picks of $picks',
    ({ picked, written, timeZone, ...hours }) => {
      const own = remindersWithout(remindersOf(shows, { timeZone, ...hours }), picked)
      const reminded = own.map(({ day, at, showId }) => {
        const show = shows.find(({ id }) => id === showId)
        return [day, writtenReminder(at, timeZone, show)]
      })
      expect(reminded).toEqual(written)
    },
  )
})
