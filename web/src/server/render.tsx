import type { RenderOutcome, RenderTask } from '@called-it/shared/contract/rendered-page'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { Providers } from '../app/providers.tsx'
import { AppRoutes, isRenderedPage, loadPage, pageNameOf } from '../app/router.tsx'
import { loadAllLazyExports } from '../lib/lazy-export.tsx'
import { setServedView } from '../lib/served-view.ts'
import { speak } from '../lib/words/texts.ts'
import { openPageQueries } from './page-queries.ts'
import { answerFrom } from './read-bodies.ts'
import { takeHead } from './take-head.ts'

/** What a page reads, and what depends on that. */
const MAX_PASSES = 5

/** In the place of what failed to render, where the browser would try again. */
const FAILED_PART = '<template'

// The pages, then what they load themselves.
await loadAllLazyExports()
await loadAllLazyExports()
await Promise.all(['home', 'leaderboard'].map((name) => loadPage(name, true)))

/**
 * A page as the browser first shows it. `wanted` are the addresses of what it reads and the task does not have; null where
 * a read has failed, with which the browser can deal.
 */
export async function renderPage(task: RenderTask): Promise<RenderOutcome> {
  const { address, origin, bodies, isFan, now, isPhone, language } = task
  // Not relative to it: a path may begin with two slashes.
  const location = new URL(new URL(origin).origin + address)
  if (!isRenderedPage(pageNameOf(location.pathname))) return null
  const queries = openPageQueries(isFan)
  const wanted = new Set<string>()
  globalThis.fetch = answerFrom(bodies, wanted)
  Object.defineProperty(globalThis, 'location', { value: location, configurable: true })
  setServedView({ now, isPhone, isFan })
  speak(language)
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const { html, missing } = queries.during(() => renderToString(pageOf(task, queries.client)))
    if (html.includes(FAILED_PART)) throw new Error(`a part of ${location.pathname} failed to render`)
    if (missing.length === 0) return { ...takeHead(html), queries: queries.held() }
    const reads = await Promise.allSettled(missing.map((read) => read()))
    if (wanted.size > 0) return { wanted: [...wanted] }
    if (reads.some(({ status }) => status === 'rejected')) return null
  }
  return null
}

function pageOf({ address }: RenderTask, queryClient: QueryClient): ReactNode {
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={address}>{children}</StaticRouter>
  )
  return (
    <Providers queryClient={queryClient} Router={Router}>
      <AppRoutes />
    </Providers>
  )
}
