import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROUTE_LINKS } from '@called-it/shared/contract/served-page'
import { z } from 'zod'

/** Patterns and the links of their pages. */
const links = z.array(z.tuple([z.string(), z.string()]))
const routeLinks = z.object({ everybody: links, fans: links })

/**
 * Reads the links to the scripts and styles of a path's page, which the browser then loads beside the first view instead
 * of after it. Empty while the client is not built.
 */
export function openRouteLinks(webRoot: string): (path: string, isFan: boolean) => Promise<string> {
  let text = ''
  let routes: Record<'everybody' | 'fans', Route[]> = { everybody: [], fans: [] }
  return async (pathname, isFan) => {
    // Each time, as the pages are: another build has other files.
    const built = await readFile(path.join(webRoot, ROUTE_LINKS), 'utf8').catch(() => NONE)
    if (built !== text) {
      const { everybody, fans } = routeLinks.parse(JSON.parse(built))
      routes = { everybody: everybody.map(toRoute), fans: fans.map(toRoute) }
    }
    text = built
    const plain = pathname.replace(/(?<=.)\/$/, '')
    const linksOf = (group: Route[]) =>
      group.find(([pattern]) => pattern.test({ pathname: plain }))?.[1] ?? ''
    return linksOf(routes.everybody) + (isFan ? linksOf(routes.fans) : '')
  }
}

const NONE = JSON.stringify({ everybody: [], fans: [] })

type Route = readonly [pattern: URLPattern, links: string]

function toRoute([pathname, links]: [string, string]): Route {
  return [new URLPattern({ pathname }, { ignoreCase: true }), links]
}
