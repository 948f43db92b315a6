import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { type EndpointName, endpoints } from '@called-it/shared/contract/endpoints'
import { type GrownSite, LAST_SCORED } from './growth-data.ts'
import { changeRequests, LEFT_OUT, type Request, readParams, readRequests } from './growth-requests.ts'
import { progress } from './runner.ts'

/** Requests of one kind to an endpoint. */
export type Sample = {
  readonly endpoint: string
  readonly who: string
  readonly ms: number[]
}

/** A gateway computes some things once for each show. */
const WARM_UPS = LAST_SCORED
const POLL_MS = 500
const DEEPER_PAGES = 20

const endpointNames = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints)

type Opened = { readonly sample: Sample; send(n: number): Promise<number> }

/** A sample, or several, of each endpoint. Changes are in an order in which they work. */
export async function openSamples(
  url: string,
  site: GrownSite,
): Promise<{ reads: Opened[]; changes: Opened[] }> {
  const responses = new Map<EndpointName, string>()
  const responseTo = (name: EndpointName): unknown => JSON.parse(responses.get(name) ?? 'null')
  const changing: Readonly<Partial<Record<EndpointName, Request>>> = changeRequests(site, responseTo)
  const reads = readRequests(site, await listDeeperPages(url))

  function requestsTo(name: EndpointName): Readonly<Record<string, Request>> {
    if (name in LEFT_OUT) return {}
    const change = changing[name]
    const requests =
      endpoints[name].method === 'GET' ? (reads[name] ?? { '': () => ({}) }) : change && { '': change }
    if (!requests) throw new Error(`no sample: ${name}`)
    return requests
  }

  function openSample(name: EndpointName, variant: string, request: Request) {
    const { method, path, access }: Endpoint = endpoints[name]
    const isPersonal = method === 'GET' && request(0).isPersonal
    const who = isPersonal ? 'fan' : access === 'operator' ? 'admin' : access
    const sample: Sample = { endpoint: variant ? `${name}: ${variant}` : name, who, ms: [] }

    /** @returns the status; `n` counts the requests of the sample */
    async function send(n: number): Promise<number> {
      const { params, query, body } = request(n)
      const values = { ...readParams(site, n), ...params }
      const segments = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
      const search = Object.entries(query ?? {}).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      const { cookie } = (who === 'fan' && site.fans[n % site.fans.length]) || site.admin
      const headers = {
        ...(who !== 'visitor' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const sent = body === undefined ? null : JSON.stringify(body)
      let startedAt = performance.now()
      let response = await fetch(`${url}${segments}?${search.join('&')}`, { method, headers, body: sent })
      // A machine that is not idle sheds requests.
      while (response.status === 503) {
        await wait(POLL_MS)
        startedAt = performance.now()
        response = await fetch(response.url, { method, headers, body: sent })
      }
      const text = await response.text()
      if (n >= WARM_UPS) sample.ms.push(performance.now() - startedAt)
      if (n >= WARM_UPS && response.status !== 200) {
        throw new Error(`${sample.endpoint}: ${response.status} ${text.slice(0, 200)}`)
      }
      responses.set(name, text)
      return response.status
    }
    return { sample, send }
  }

  const open = (names: readonly EndpointName[]) =>
    names.flatMap((name) =>
      Object.entries(requestsTo(name)).map(([variant, request]) => openSample(name, variant, request)),
    )
  const order = Object.keys(changing)
  return {
    reads: open(endpointNames.filter((name) => endpoints[name].method === 'GET')),
    changes: open(
      endpointNames
        .filter((name) => endpoints[name].method !== 'GET')
        .toSorted((one, other) => order.indexOf(one) - order.indexOf(other)),
    ),
  }
}

/** The first request of some has workers build something. */
export async function awaitBuilds(opened: readonly Opened[]): Promise<void> {
  for (const { send } of opened) while ((await send(0)) === 202) await wait(POLL_MS)
}

/** One request of each sample after the other, so that a moment in which the machine is slow is spread. */
export async function measure(opened: readonly Opened[], requests: number): Promise<Sample[]> {
  for (let n = 0; n < WARM_UPS + requests; n += 1) {
    progress(`request ${n} to each of ${opened.length}`)
    for (const { send } of opened) await send(n)
  }
  return opened.map(({ sample }) => sample)
}

/** Cursors of pages with 500 rows of the board over every show. */
async function listDeeperPages(url: string): Promise<string[]> {
  const cursors: string[] = []
  for (let next: string | null = ''; next !== null && cursors.length < DEEPER_PAGES; ) {
    const after: string = next && `&after=${encodeURIComponent(next)}`
    const page = await fetch(`${url}/api/leaderboard?limit=500${after}`)
    next = endpoints.getLeaderboard.response.parse(await page.json()).next
    if (next !== null) cursors.push(next)
  }
  return cursors
}
