import { freePort } from '@called-it/launch/port'
import { type RunningProxy, startProxy } from './proxy.ts'
import { startProgram, type TestProgram } from './start-program.ts'

export type Topology = {
  readonly proxy: RunningProxy
  /** The gateways by their addresses, as the proxy's log names them. */
  readonly gateways: ReadonlyMap<string, TestProgram>
  /** Starts a gateway again that has ended, at its old address. */
  restart(gateway: string): Promise<void>
  stop(): Promise<void>
}

/** The processes of the compose file: two gateways and two workers behind nginx. */
export async function startTopology(
  nginx: string,
  urls: { databaseUrl: string; redisUrl: string },
): Promise<Topology> {
  const proxyPort = await freePort()
  const env = {
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: urls.redisUrl,
    PUBLIC_URL: `http://127.0.0.1:${proxyPort}`,
    NODE_ENV: 'production',
    TRUST_PROXY: '1',
    RATE_LIMIT_SCALE: '1000',
  }
  const ports = [await freePort(), await freePort()]
  const startGateway = (port: number) => startProgram('gateway', { ...env, PORT: String(port) })
  const addressOf = (port: number) => `127.0.0.1:${port}`
  const [proxy, workers, started] = await Promise.all([
    startProxy(nginx, proxyPort, ports),
    Promise.all([startProgram('workers', env), startProgram('workers', env)]),
    Promise.all(
      ports.map(async (port): Promise<[string, TestProgram]> => [addressOf(port), await startGateway(port)]),
    ),
  ])
  const gateways = new Map(started)
  return {
    proxy,
    gateways,
    async restart(gateway) {
      const port = ports.find((one) => addressOf(one) === gateway)
      if (port === undefined) throw new Error(`there is no gateway ${gateway}`)
      gateways.set(gateway, await startGateway(port))
    },
    async stop() {
      await Promise.all([...gateways.values(), ...workers].map((program) => program.kill()))
      await proxy.stop()
    },
  }
}
