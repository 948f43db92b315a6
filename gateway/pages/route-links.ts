import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROUTE_LINKS } from '@called-it/shared/contract/served-page'
import { z } from 'zod'

const linksByPattern = z.record(z.string(), z.string())

/**
 * Reads the links to the scripts and styles of a path's page, which the browser then loads beside the first view instead
 * of after it. Empty for home, and while the client is not built.
 */
export function openRouteLinks(webRoot: string): (path: string) => Promise<string> {
  let text = ''
  let routes: readonly (readonly [URLPattern, links: string])[] = []
  return async (pathname) => {
    // Each time, as the pages are: another build has other files.
    const built = await readFile(path.join(webRoot, ROUTE_LINKS), 'utf8').catch(() => '{}')
    if (built !== text) routes = Object.entries(linksByPattern.parse(JSON.parse(built))).map(toRoute)
    text = built
    const plain = pathname.replace(/(?<=.)\/$/, '')
    return routes.find(([pattern]) => pattern.test({ pathname: plain }))?.[1] ?? ''
  }
}

const toRoute = ([pathname, links]: [string, string]) =>
  [new URLPattern({ pathname }, { ignoreCase: true }), links] as const
