import { cpuMicrosOf, memoryMbOf } from '@called-it/infra/bench/process-cost'
import { monotonicMs } from './fanout-wire.ts'
import { type LightSocket, openLightSocket, openLightSockets } from './light-socket.ts'
import type { GatewayProgram } from './real-system.ts'

export type Arriving = { readonly cookie: string; hear(packet: Buffer): void }

/** CPU time that gateways have used so far, together, in seconds. */
export function cpuSecondsOf(gateways: readonly GatewayProgram[]): number {
  return gateways.reduce((sum, { pid }) => sum + cpuMicrosOf(pid), 0) / 1_000_000
}

/** Memory that gateways have now, together, in MB. */
export function memoryOf(gateways: readonly GatewayProgram[]): number {
  return gateways.reduce((sum, { pid }) => sum + memoryMbOf(pid).now, 0)
}

/** Connects fans with their sessions, in turn to each gateway, and measures what that takes. */
export async function letArrive(gateways: readonly GatewayProgram[], fans: readonly Arriving[]) {
  const [cpuBefore, memoryBefore, begunAt] = [cpuSecondsOf(gateways), memoryOf(gateways), monotonicMs()]
  const sockets: LightSocket[] = await openLightSockets(fans.length, (index) =>
    openLightSocket({
      port: gateways[index % gateways.length]?.port ?? 0,
      speaksSocketIo: true,
      cookie: fans[index]?.cookie,
      onEvent: (packet) => fans[index]?.hear(packet),
    }),
  )
  const seconds = (monotonicMs() - begunAt) / 1_000
  return {
    sockets,
    figures: {
      'connections with a session': { unit: 'a second', value: fans.length / seconds },
      'gateways: CPU of a connection with a session': {
        unit: 'ms',
        value: ((cpuSecondsOf(gateways) - cpuBefore) * 1_000) / fans.length,
      },
      'gateways: memory of a connection': {
        unit: 'kB',
        value: ((memoryOf(gateways) - memoryBefore) * 1_024) / fans.length,
      },
    },
  }
}
