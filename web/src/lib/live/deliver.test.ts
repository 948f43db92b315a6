import { type LiveEventName, liveEvents } from '@called-it/shared/contract/live'
import {
  currentPayloads,
  payloadVersions,
  withUnknownFields,
} from '@called-it/shared/contract/testing/payload-versions'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deliver } from './deliver.ts'
import { onLiveEvent } from './event-listeners.ts'

const isLiveEventName = (name: string): name is LiveEventName => name in liveEvents
const NAMES = Object.keys(liveEvents).filter(isLiveEventName)

/** What the page hears of an event from here on. */
function listenTo(name: LiveEventName): unknown[] {
  const heard: unknown[] = []
  onTestFinished(onLiveEvent(name, (event) => heard.push(event)))
  return heard
}

describe.each(payloadVersions)('what a gateway of $name tells', ({ live }) => {
  test.each(NAMES.filter((name) => live[name]))('is heard by a page of today: %s', (name) => {
    const heard = listenTo(name)
    for (const event of live[name] ?? []) deliver(name, event)
    expect(heard).toEqual(live[name])
  })

  test.each(NAMES.filter((name) => live[name]))('may have fields that today has not: %s', (name) => {
    const heard = listenTo(name)
    for (const event of live[name] ?? []) deliver(name, withUnknownFields(event))
    expect(heard).toMatchObject(live[name] ?? [])
  })
})

test('an event that only a newer gateway knows, and one that cannot be read, are passed over', () => {
  const heard = NAMES.map(listenTo)
  for (const name of ['moon:risen', 'toString', '__proto__']) deliver(name, { topic: 'moon', from: 0, to: 1 })
  deliver('config:changed', { topic: 'settings', from: 'once', to: 1 })
  expect(heard.flat()).toEqual([])
})

test('of the runs that a newer gateway tells of, the page takes those that it knows', () => {
  const heard = listenTo('run:changed')
  const event = liveEvents['run:changed'].parse(currentPayloads.live['run:changed']?.[0])
  const [known, other] = event.runs
  deliver('run:changed', { ...event, runs: [{ ...known, kind: 'bake-cake' }, other] })
  expect(heard).toEqual([{ ...event, runs: [other] }])
})
