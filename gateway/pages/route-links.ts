import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROUTE_LINKS } from '@called-it/shared/contract/served-page'
import { z } from 'zod'
import { type PathMatcher, pathMatcher } from './path-matcher.ts'

/** Patterns and the links of their pages. */
const links = z.array(z.tuple([z.string(), z.string()]))
const routeLinks = z.object({ pages: links, beside: links })

/**
 * Reads the links to the scripts and styles of a path's page, which the browser then loads beside the first view instead
 * of after it. Empty while the client is not built.
 */
export function openRouteLinks(webRoot: string): (path: string, hasBeside: boolean) => Promise<string> {
  let text = ''
  let routes: Record<'pages' | 'beside', Route[]> = { pages: [], beside: [] }
  return async (pathname, hasBeside) => {
    // Each time, as the pages are: another build has other files.
    const built = await readFile(path.join(webRoot, ROUTE_LINKS), 'utf8').catch(() => NONE)
    if (built !== text) {
      const { pages, beside } = routeLinks.parse(JSON.parse(built))
      routes = { pages: pages.map(toRoute), beside: beside.map(toRoute) }
    }
    text = built
    const linksOf = (group: Route[]) => group.find(([match]) => match(pathname))?.[1] ?? ''
    return linksOf(routes.pages) + (hasBeside ? linksOf(routes.beside) : '')
  }
}

const NONE = JSON.stringify({ pages: [], beside: [] })

type Route = readonly [match: PathMatcher, links: string]

function toRoute([pattern, links]: [string, string]): Route {
  return [pathMatcher(pattern), links]
}
