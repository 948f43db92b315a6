import { type LiveEventName, liveEvents } from '@called-it/shared/contract/events'
import {
  currentPayloads,
  payloadVersions,
  withUnknownFields,
} from '@called-it/tests/support/payloads/payload-versions'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deliver } from './deliver.ts'
import { onLiveEvent } from './event-listeners.ts'

const isLiveEventName = (name: string): name is LiveEventName => name in liveEvents
const NAMES = Object.keys(liveEvents).filter(isLiveEventName)

/** The events that are emitted from here on. */
function listenTo(name: LiveEventName): unknown[] {
  const received: unknown[] = []
  onTestFinished(onLiveEvent(name, (event) => received.push(event)))
  return received
}

/** With what later releases added. */
function readAll(name: LiveEventName, live: Record<string, unknown[]>): unknown[] {
  return (live[name] ?? []).map((event) => liveEvents[name].parse(event))
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
  const event = liveEvents['run:changed'].parse(currentPayloads.live['run:changed']?.[0])
  const [known, other] = event.runs
  deliver('run:changed', { ...event, runs: [{ ...known, kind: 'bake-cake' }, other] })
  expect(received).toEqual([{ ...event, runs: [other] }])
})
