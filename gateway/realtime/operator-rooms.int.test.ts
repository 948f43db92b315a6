import { rooms } from '@called-it/shared/contract/events'
import { PATIENT } from '@called-it/tests/support/patience'
import {
  joinAs,
  noCatchUp,
  openBroadcastServer,
} from '@called-it/tests/support/realtime/open-broadcast-server'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchSessions } from './session-watch.ts'

test('removes a demoted operator from the rooms of live editors', async () => {
  const { io, clock, port } = await openBroadcastServer(noCatchUp)
  const { socket } = await joinAs(io, port)
  const operator = { userId: 4, isAdmin: false, isOperator: true, sessionHash: 'hash-4' }
  socket.data = { session: operator }
  await socket.join([rooms.editors(7), rooms.editors(8), rooms.show(7)])
  const demoted = { ...operator, isOperator: false }
  const listSessions = vi.fn().mockResolvedValueOnce([operator]).mockResolvedValue([demoted])
  onTestFinished(watchSessions({ io, listSessions, clock, log: pino({ enabled: false }) }).stop)
  clock.advance(30_000)
  await expect.poll(() => listSessions).toHaveBeenCalledTimes(1)
  expect(socket.rooms).toContain(rooms.editors(7))
  await vi.waitFor(() => {
    clock.advance(30_000)
    expect(socket.data.session).toEqual(demoted)
  }, PATIENT)
  expect([...socket.rooms].toSorted()).toEqual([socket.id, rooms.public, rooms.show(7)].toSorted())
})
