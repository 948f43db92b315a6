import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { PageView, RenderedPage } from '@called-it/shared/contract/rendered-page'
import { LRUCache } from 'lru-cache'
import type { ReadForPage } from '../../http/page-reads.ts'
import type { TopicChanges } from '../../parts.ts'
import { scriptJson } from '../script-json.ts'
import type { PageRenderer, RenderRequest } from './page-renderer.ts'

/** As it is sent. */
export type PreparedPage = Pick<RenderedPage, 'title' | 'html' | 'looks'> & {
  /** The view as JSON. */
  readonly view: string
  /** It has data of one fan. */
  readonly isPersonal: boolean
}

export type AskedPage = Pick<RenderRequest, 'address' | 'isPhone' | 'language'>

export type RenderedPages = {
  /**
   * Null where the browser has to render the page. That of a fan is rendered with the own data while nothing waits.
   *
   * @throws what the renderer throws
   */
  find(page: AskedPage, user: User | null): Promise<PreparedPage | null>
}

const MAX_BYTES = 32 * 1024 * 1024
/** Names come and go without an event, with the switch on the profile. */
const MAX_AGE_MS = 5_000

type RenderedPagesParts = {
  readonly renderer: Pick<PageRenderer, 'render' | 'isBusy'>
  readonly read: ReadForPage
  readonly watcher: TopicChanges
  /** Whether changes are received as they happen. While they are not, no page is kept. */
  readonly isLive: () => boolean
}

/** Keeps the pages of visitors until a topic changes. Who asks for one that is being rendered gets the same. */
export function openRenderedPages({ renderer, read, watcher, isLive }: RenderedPagesParts): RenderedPages {
  const kept = new LRUCache<string, PreparedPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ html, view }) => 2 * (html.length + view.length) + 1,
    ttl: MAX_AGE_MS,
  })
  const pending = new Map<string, Promise<PreparedPage | null>>()
  let changes = 0
  watcher.onChange(
    () => true,
    () => {
      changes += 1
      kept.clear()
      // What is being rendered may have been read before the change.
      pending.clear()
    },
  )

  async function render(asked: AskedPage, user: User | null): Promise<PreparedPage | null> {
    const request = { ...asked, isFan: user !== null, now: Date.now() }
    const page = await renderer.render(request, (address) => read(address, user))
    return page && prepare(page, request)
  }

  async function renderToKeep(key: string, asked: AskedPage): Promise<PreparedPage | null> {
    const before = changes
    const page = await render(asked, null)
    if (page && changes === before && isLive()) kept.set(key, page)
    return page
  }

  return {
    async find(asked, user) {
      if (user) return renderer.isBusy() ? null : render(asked, user)
      const key = JSON.stringify([asked.address, asked.isPhone, asked.language])
      const page = isLive() && kept.get(key)
      if (page) return page
      const running = pending.get(key)
      if (running) return running
      const rendering = renderToKeep(key, asked).finally(() => {
        if (pending.get(key) === rendering) pending.delete(key)
      })
      pending.set(key, rendering)
      return rendering
    },
  }
}

function prepare(
  { title, html, looks, queries }: RenderedPage,
  view: Omit<PageView, 'queries'>,
): PreparedPage {
  return { title, html, looks, view: scriptJson({ ...view, queries }), isPersonal: view.isFan }
}
