import { type ServerEventName, serverEvents } from '@called-it/shared/contract/events'
import {
  currentPayloads,
  payloadVersions,
  withUnknownFields,
} from '@called-it/tests/support/payloads/payload-versions'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deliver } from './deliver.ts'
import { onServerEvent } from './event-listeners.ts'

const isServerEventName = (name: string): name is ServerEventName => name in serverEvents
const NAMES = Object.keys(serverEvents).filter(isServerEventName)

/** The events that are emitted from here on. */
function listenTo(name: ServerEventName): unknown[] {
  const received: unknown[] = []
  onTestFinished(onServerEvent(name, (event) => received.push(event)))
  return received
}

/** With what later releases added. */
function readAll(name: ServerEventName, live: Record<string, unknown[]>): unknown[] {
  return (live[name] ?? []).map((event) => serverEvents[name].parse(event))
}

describe.each(payloadVersions)('live events of gateway $name', ({ live }) => {
  test.each(NAMES.filter((name) => live[name]))("reaches today's listeners: %s", (name) => {
    const received = listenTo(name)
    for (const event of live[name] ?? []) deliver(name, event)
    expect(received).toEqual(readAll(name, live))
  })

  test.each(NAMES.filter((name) => live[name]))('drops unknown fields: %s', (name) => {
    const received = listenTo(name)
    for (const event of live[name] ?? []) deliver(name, withUnknownFields(event))
    expect(received).toMatchObject(readAll(name, live))
  })
})

test('ignores unknown and invalid events', () => {
  const received = NAMES.map(listenTo)
  for (const name of ['moon:risen', 'toString', '__proto__']) deliver(name, { topic: 'moon', from: 0, to: 1 })
  deliver('config:changed', { topic: 'settings', from: 'once', to: 1 })
  expect(received.flat()).toEqual([])
})

test('keeps the known runs of an event with an unknown kind', () => {
  const received = listenTo('run:changed')
  const event = serverEvents['run:changed'].parse(currentPayloads.live['run:changed']?.[0])
  const [known, other] = event.runs
  deliver('run:changed', { ...event, runs: [{ ...known, kind: 'bake-cake' }, other] })
  expect(received).toEqual([{ ...event, runs: [other] }])
})
