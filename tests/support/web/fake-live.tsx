import { createEventConnection, EventConnectionContext } from '@called-it/web/src/lib/events/connection'
import { act } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { expect, vi } from 'vitest'

type Listener = (...values: never[]) => void

/** The used part of a socket; the test plays the network. */
export class FakeSocket {
  connected = false
  readonly sent: unknown[][] = []
  readonly listeners = new Map<string, Listener>()
  readonly io = { on: (event: string, listener: Listener) => this.listeners.set(`io:${event}`, listener) }
  on = (event: string, listener: Listener) => this.listeners.set(event, listener)
  onAny = (listener: Listener) => this.listeners.set('any', listener)
  emit = (...message: unknown[]) => this.sent.push(message)
  connect = vi.fn(() => this)
  disconnect = vi.fn(() => this)

  happens(event: string, ...values: unknown[]) {
    this.connected = event === 'connect' || (this.connected && event !== 'disconnect')
    act(() => Reflect.apply(this.listeners.get(event) ?? expect.unreachable(event), null, values))
  }
}

/** A connection of its own, since test files share modules. `Live` gives it to what it renders. */
export async function openFakeLive() {
  const socket = new FakeSocket()
  const connection = createEventConnection(async () => socket)
  await connection.startEvents()
  const Live = ({ children }: PropsWithChildren) => (
    <EventConnectionContext value={connection}>{children}</EventConnectionContext>
  )
  return { socket, connection, Live }
}
