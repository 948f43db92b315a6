import { onDeviceAhead } from '@called-it/tests/support/web/device-clock'
import {
  button,
  desk,
  later,
  online,
  openLiveEditor,
  playedBefore,
  resetDesk,
  rows,
  START,
  tile,
} from '@called-it/tests/support/web/live-editor.tsx'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { userStorage } from '../../lib/account/user-storage.ts'

beforeEach(resetDesk)

describe('live editor without a connection', () => {
  test('sends taps once and in order after a remount, and marks them until then', async () => {
    desk.isAway = true
    const { user: hand, unmount } = openLiveEditor()
    for (const name of ['Song 1', 'Song 2', 'Song 3']) {
      await hand.click(await tile(name))
      await later(700)
    }
    expect(rows()).toEqual(['1 Song 1 not sent', '2 Song 2 not sent', '3 Song 3 not sent'])
    await hand.click(button('undo'))
    expect(rows()).toHaveLength(2)
    await later(6_000)
    expect(screen.getAllByText(/^2 taps not sent/)).toHaveLength(2)
    expect(userStorage.getItem('live-taps')).toContain('Song 2')
    unmount()
    desk.isAway = false
    openLiveEditor()
    await waitFor(() => expect(rows()).toEqual(['1 Song 1 you', '2 Song 2 you']))
    await later(20_000)
    expect(desk.sent.map(({ operation, base }) => [operation, base])).toEqual([
      [{ op: 'song', song: 1 }, 0],
      [{ op: 'song', song: 2 }, 1],
    ])
    expect(new Set(desk.sent.map(({ opId }) => opId)).size).toBe(2)
  })

  test('repeats a tap without a response under its id once there is a connection', async () => {
    desk.responses = ['unavailable', 'away']
    const { user: hand } = openLiveEditor()
    await hand.click(await tile('Song 1'))
    await waitFor(() => expect(desk.responses).toEqual(['away']))
    online()
    await waitFor(() => expect(desk.responses).toEqual([]))
    online()
    await waitFor(() => expect(desk.sent).toHaveLength(2))
    expect(desk.sent[0]?.opId).toBe(desk.sent[1]?.opId)
    await waitFor(() => expect(rows()).toEqual(['1 Song 1 you']))
  })

  test('keeps the revision that was seen when others came between', async () => {
    desk.isAway = true
    const { user: hand } = openLiveEditor()
    await hand.click(await tile('Song 1'))
    await later(700)
    await hand.click(await tile('Song 2'))
    playedBefore(6)
    desk.isAway = false
    online()
    await waitFor(() => expect(desk.sent.map(({ base }) => base)).toEqual([0, 0]))
  })

  test('drops a tap that the server refuses, says why and keeps the rest', async () => {
    desk.isAway = true
    const { user: hand } = openLiveEditor()
    await hand.click(await tile('Song 1'))
    await later(700)
    await hand.click(await tile('Song 2'))
    desk.isAway = false
    desk.responses = ['song_not_found']
    online()
    expect(await screen.findByText('Not in the setlist: you tapped Song 1')).toBeDefined()
    await waitFor(() => expect(rows()).toEqual(['1 Song 2 you']))
    await hand.click(button('try again'))
    await waitFor(() => expect(rows()).toEqual(['1 Song 2 you', '2 Song 1 you']))
    expect(screen.queryByText(/^Not in the setlist/)).toBeNull()
  })

  test("says when it was tapped by the server's clock", async () => {
    await onDeviceAhead(90_000, START + 60_000)
    const { user: hand } = openLiveEditor()
    await hand.click(await tile('Song 1'))
    await waitFor(() => expect(desk.sent[0]?.at).toMatch(/^2031-03-05T23:31:0/))
  })
})
