import {
  LOOK,
  LOOKS_ELEMENT_ID,
  type PageView,
  pageView,
  VIEW_ELEMENT_ID,
} from '@called-it/shared/contract/rendered-page'
import type { QueryClient } from '@tanstack/react-query'
import { hasSession } from '../lib/account/session-flag.ts'
import { setServedView } from '../lib/served-view.ts'

/**
 * Fills the queries of a page that the server has rendered, for React to take it over. False where nothing was rendered,
 * and where it is not for this address or session, as in a page from the cache: then the root is emptied.
 */
export function takeOverView(queryClient: QueryClient, root: HTMLElement): boolean {
  const view = readView()
  const isOwn = view?.address === location.pathname + location.search && view.isFan === hasSession()
  if (!view || !isOwn) {
    root.replaceChildren()
    return false
  }
  setServedView(view)
  for (const { key, data } of view.queries) {
    queryClient.setQueryData(key, data)
    // Nobody has fetched it, so that a page that missed events meanwhile fetches it once it is connected.
    queryClient.getQueryCache().find({ queryKey: key, exact: true })?.setState({ dataUpdateCount: 0 })
  }
  wearLooks(root)
  root.dataset.rendered = ''
  return true
}

function readView(): PageView | null {
  const text = document.getElementById(VIEW_ELEMENT_ID)?.textContent
  return text ? (pageView.nullable().safeParse(JSON.parse(text)).data ?? null) : null
}

/** React removes what it set as a style, and knows no rule. */
function wearLooks(root: HTMLElement): void {
  const looks = document.getElementById(LOOKS_ELEMENT_ID)
  if (!(looks instanceof HTMLStyleElement)) return
  const rules = [...(looks.sheet?.cssRules ?? [])]
  for (const element of root.querySelectorAll<HTMLElement>(`[${LOOK}]`)) {
    const rule = rules[Number(element.getAttribute(LOOK))]
    if (rule instanceof CSSStyleRule) element.style.cssText = rule.style.cssText
    element.removeAttribute(LOOK)
  }
  looks.remove()
}
