import { describe, expect, test } from 'vitest'
import { createHostGate, type HostAnswer } from './host-gate.ts'

const SECOND = 1_000

function openGate({ perHost = 10, unproven = 20 } = {}) {
  let at = 0
  const gate = createHostGate({ perHost, unproven }, () => at)
  return {
    ...gate,
    pass(seconds: number) {
      at += seconds * SECOND
    },
    /** Requests that get these answers, one after the other; false for one that is not admitted. */
    ask: (host: string, ...answers: HostAnswer[]) =>
      answers.map((answer) => {
        const leave = gate.enter(host)
        leave?.(answer)
        return leave !== null
      }),
    /** How many are admitted at once. */
    fill(host: string): number {
      let admitted = 0
      while (gate.enter(host) !== null) admitted += 1
      return admitted
    },
  }
}

const FIVE_FAILURES = Array<HostAnswer>(5).fill('failed')

describe('host that has not responded', () => {
  test('gets one request at a time, and ten once it has responded', () => {
    const gate = openGate()
    const leave = gate.enter('a')
    expect(gate.enter('a')).toBeNull()
    leave?.('answered')
    expect(gate.fill('a')).toBe(10)
  })

  test('shares a number of places with all such hosts, and takes none of the others', () => {
    const gate = openGate({ unproven: 2 })
    gate.prove('good')
    const [first] = [gate.enter('a'), gate.enter('b')]
    expect(gate.enter('c')).toBeNull()
    expect(gate.hasRoomForUnproven()).toBe(false)
    expect(gate.fill('good')).toBe(10)
    first?.('failed')
    expect(gate.fill('c')).toBe(1)
  })

  test('follows limits that change', () => {
    const limits = { perHost: 1, unproven: 1 }
    const gate = createHostGate(limits, () => 0)
    gate.enter('a')
    expect(gate.enter('b')).toBeNull()
    limits.unproven = 2
    expect(gate.enter('b')).not.toBeNull()
  })

  test('has its place back when it was not asked', () => {
    const gate = openGate()
    gate.enter('a')?.(null)
    expect(gate.isProven('a')).toBe(false)
    expect(gate.fill('a')).toBe(1)
  })
})

describe('breaker', () => {
  test('opens after five failures for 30 s, and doubles to ten minutes', () => {
    const gate = openGate()
    expect(gate.ask('a', ...FIVE_FAILURES, 'failed')).toEqual([true, true, true, true, true, false])
    const seconds: number[] = []
    for (let opening = 0; opening < 7; opening += 1) {
      seconds.push(gate.closedMs('a') / SECOND)
      gate.pass(gate.closedMs('a') / SECOND)
      expect(gate.ask('a', 'failed', 'failed')).toEqual([true, false])
    }
    expect(seconds).toEqual([30, 60, 120, 240, 480, 600, 600])
  })

  test('asks once after it has opened, and is forgotten by a response', () => {
    const gate = openGate()
    gate.ask('a', 'answered', ...FIVE_FAILURES)
    gate.pass(30)
    const leave = gate.enter('a')
    expect(gate.enter('a')).toBeNull()
    leave?.('answered')
    expect(gate.ask('a', 'failed', 'failed', 'failed', 'failed')).not.toContain(false)
    expect(gate.closedMs('a')).toBe(0)
    gate.ask('a', 'failed')
    expect(gate.closedMs('a')).toBe(30 * SECOND)
  })

  test.each([
    ['a response between them', (gate: ReturnType<typeof openGate>) => gate.ask('a', 'answered')],
    ['more than 30 s between them', (gate: ReturnType<typeof openGate>) => gate.pass(31)],
  ])('counts failures anew after %s', (_, interrupt) => {
    const gate = openGate()
    gate.ask('a', 'failed', 'failed', 'failed', 'failed')
    interrupt(gate)
    gate.ask('a', 'failed')
    expect(gate.closedMs('a')).toBe(0)
  })

  test('opens once for all that were in flight', () => {
    const gate = openGate()
    gate.prove('a')
    const leaves = Array.from({ length: 10 }, () => gate.enter('a'))
    for (const leave of leaves) leave?.('failed')
    expect(gate.closedMs('a')).toBe(30 * SECOND)
  })
})

describe('pause', () => {
  const wish = (isPerhapsOfDevice: boolean): HostAnswer => ({ pauseMs: 7 * SECOND, isPerhapsOfDevice })

  test('lasts as long as the host wants, and is no failure', () => {
    const gate = openGate()
    gate.ask('a', wish(false))
    expect(gate.ask('a', 'answered')).toEqual([false])
    expect(gate.listClosed()).toEqual(['a'])
    gate.pass(7)
    expect(gate.fill('a')).toBe(10)
  })

  test('holds up the host at the third wish in a row that may be of a device', () => {
    const gate = openGate()
    gate.ask('a', wish(true), wish(true), 'answered', wish(true), wish(true))
    expect(gate.closedMs('a')).toBe(0)
    gate.ask('a', wish(true))
    expect(gate.closedMs('a')).toBe(7 * SECOND)
    gate.pass(7)
    gate.ask('a', wish(true))
    expect(gate.closedMs('a')).toBe(7 * SECOND)
  })
})
