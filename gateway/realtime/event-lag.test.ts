import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { expect, test } from 'vitest'
import { openEventLag } from './event-lag.ts'

function open() {
  const { lag } = createGatewayMetrics().realtime
  const eventLag = openEventLag(() => 5_000, lag)
  const observed = async () => {
    const { values } = await lag.get()
    const valueWith = (suffix: string) =>
      values.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0
    return { count: valueWith('_count'), seconds: valueWith('_sum') }
  }
  return { ...eventLag, observed }
}

const published = async () => undefined

test('observes the time since the oldest unpublished change, once', async () => {
  const { noteChange, measure, observed } = open()
  noteChange('runs', new Date(2_000))
  noteChange('runs', new Date(4_000))
  await measure('runs', published)
  await measure('runs', published)
  expect(await observed()).toEqual({ count: 1, seconds: 3 })
})

test('keeps the oldest change when publishing fails', async () => {
  const { noteChange, measure, observed } = open()
  noteChange('runs', new Date(2_000))
  await expect(measure('runs', () => Promise.reject(new Error('Postgres is away')))).rejects.toThrow()
  expect(await observed()).toEqual({ count: 0, seconds: 0 })
  noteChange('runs', new Date(4_000))
  await measure('runs', published)
  expect(await observed()).toEqual({ count: 1, seconds: 3 })
})

test('observes nothing for a change at an unknown time', async () => {
  const { noteChange, measure, observed } = open()
  noteChange('runs', undefined)
  await measure('runs', published)
  expect(await observed()).toEqual({ count: 0, seconds: 0 })
})
