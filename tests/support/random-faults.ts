import { setTimeout as wait } from 'node:timers/promises'
import type { Dice } from '@called-it/infra/demo/dice'
import type { KillablePostgres } from './killable-postgres.ts'
import type { System } from './start-system.ts'

type Fault = (system: System<KillablePostgres>, dice: Dice) => Promise<void>

/** Each causes a fault and repairs it. */
const faults = {
  'worker killed': async ({ workers }, dice) => {
    const worker = oneOf(workers, dice)
    await worker.kill()
    await worker.restart()
  },
  'worker frozen': async ({ workers }, dice) => {
    const worker = oneOf(workers, dice)
    worker.freeze()
    await wait(dice.between(1_000, 14_000))
    worker.thaw()
  },
  'gateway killed': async ({ gateways }, dice) => {
    const gateway = oneOf(gateways, dice)
    await gateway.kill()
    await gateway.restart()
  },
  'gateway restarted': async ({ gateways }, dice) => {
    const gateway = oneOf(gateways, dice)
    await gateway.end()
    await gateway.restart()
  },
  'Redis killed': async ({ redis }, dice) => {
    await redis.kill()
    await wait(dice.between(300, 3_000))
    await redis.restart()
  },
  'Redis emptied': (system) => system.wipeRedis(),
  'Redis full': async (system, dice) => {
    await system.limitRedis(1)
    await wait(dice.between(300, 3_000))
    await system.limitRedis(0)
  },
  'Postgres killed': async ({ database }) => {
    await database.kill()
    await database.restart()
  },
} as const satisfies Record<string, Fault>

export type FaultKind = keyof typeof faults

const KINDS = Object.keys(faults).filter((kind): kind is FaultKind => kind in faults)

const MAX_PAUSE_MS = 2_000

/** Causes one fault after the other for the given time and until each kind has occurred; returns the counts. */
export async function causeRandomFaults(
  system: System<KillablePostgres>,
  { forMs, dice }: { forMs: number; dice: Dice },
): Promise<Record<FaultKind, number>> {
  const caused: Record<FaultKind, number> = {
    'worker killed': 0,
    'worker frozen': 0,
    'gateway killed': 0,
    'gateway restarted': 0,
    'Redis killed': 0,
    'Redis emptied': 0,
    'Redis full': 0,
    'Postgres killed': 0,
  }
  const end = performance.now() + forMs
  while (performance.now() < end || Object.values(caused).includes(0)) {
    await wait(dice.between(0, MAX_PAUSE_MS))
    // Rare kinds are more likely, so that a short time has every kind.
    const kind = oneOf(KINDS, dice, (one) => 1 / (1 + caused[one]) ** 3)
    await faults[kind](system, dice)
    caused[kind] += 1
  }
  return caused
}

function oneOf<T>(items: readonly T[], dice: Dice, weightOf?: (item: T) => number): T {
  const item = dice.pick(items, weightOf)
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}
