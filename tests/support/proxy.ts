import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readyByLine, startProcess } from '@called-it/launch/process'
import { findOnPath } from '@called-it/launch/system-program'
import { makeTemporaryDataDir } from './temporary-data-dir.ts'

const CONFIG = path.join(import.meta.dirname, '../../infra/deploy/nginx')
/** On root's path only. */
const DEBIAN_NGINX = '/usr/sbin/nginx'
const LOG = 'requests.log'

/** @returns null where the machine has none */
export function findNginx(): string | null {
  const found = findOnPath(['nginx'])
  if (found !== undefined) return found
  return spawnSync(DEBIAN_NGINX, ['-v']).status === 0 ? DEBIAN_NGINX : null
}

export type ProxiedRequest = {
  readonly method: string
  readonly status: number
  /** `host:port` of every gateway that was tried, separated by commas. */
  readonly gateway: string
}

export type ProxyFolder = {
  /** nginx's arguments for this configuration, with some directives on top. */
  args(directives?: string): string[]
  file(name: string): string
  remove(): Promise<void>
}

/** Renders the proxy's configuration as its container does: replaces each `${NAME}` that has a value. */
export async function renderProxy(
  site: 'http' | 'https',
  given: Readonly<Record<string, string>>,
): Promise<ProxyFolder> {
  const folder = await makeTemporaryDataDir()
  const values = { PROXY_RESOLVER: '127.0.0.1', PROXY_LOG: path.join(folder, LOG), ...given }
  const confD = path.join(folder, 'conf.d')
  await mkdir(confD)
  const render = async (from: string, to: string) => {
    const text = await readFile(path.join(CONFIG, from), 'utf8')
    const rendered = Object.entries(values).reduce(
      (rest, [name, value]) => rest.replaceAll(`\${${name}}`, value),
      text,
    )
    await writeFile(path.join(folder, to), rendered)
  }
  await render('nginx.conf', 'nginx.conf')
  await render('site.conf', 'site.conf')
  await render('gateways.conf.template', 'conf.d/gateways.conf')
  await render(`${site}.conf.template`, 'conf.d/default.conf')
  const ownFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, name)};\n`,
  )
  await writeFile(path.join(confD, 'own-folders.conf'), ownFolders.join(''))
  return {
    args: (directives = '') => [
      ...['-p', folder, '-c', path.join(folder, 'nginx.conf')],
      ...['-g', `pid ${path.join(folder, 'pid')}; ${directives}`],
    ],
    file: (name) => path.join(folder, name),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export type RunningProxy = {
  readonly url: string
  /** Proxied requests so far; live connections once they have ended. */
  requests(): Promise<ProxiedRequest[]>
  stop(): Promise<void>
}

export async function startProxy(
  nginx: string,
  port: number,
  gatewayPorts: readonly number[],
  addressConnections = 6_000,
): Promise<RunningProxy> {
  const servers = (options: string) =>
    gatewayPorts.map((gateway) => `server 127.0.0.1:${gateway} ${options};`).join('\n')
  const folder = await renderProxy('http', {
    PROXY_GATEWAYS: servers('fail_timeout=3s'),
    PROXY_LIVE_GATEWAYS: servers('max_fails=0'),
    PROXY_HTTP_LISTEN: `127.0.0.1:${port}`,
    PROXY_ADDRESS_CONNECTIONS: String(addressConnections),
  })
  const server = await startProcess({
    file: nginx,
    args: folder.args('daemon off; error_log stderr notice;'),
    ready: readyByLine(/start worker process /),
    readyLimitMs: 20_000,
    stopLimitMs: 5_000,
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async requests() {
      const lines = (await readFile(folder.file(LOG), 'utf8')).split('\n')
      return lines.filter((line) => line !== '').map((line): ProxiedRequest => JSON.parse(line))
    },
    async stop() {
      await server.stop()
      await folder.remove()
    },
  }
}
