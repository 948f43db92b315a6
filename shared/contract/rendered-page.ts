import { z } from 'zod'

/** What a page shows first, by the key of its query. */
const servedQuery = z.object({ key: z.array(z.unknown()).readonly(), data: z.unknown() })
export type ServedQuery = z.output<typeof servedQuery>

/** What the browser needs to take over a page that the server has rendered. */
export const pageView = z.object({
  /** Path and query. */
  address: z.string(),
  /** For somebody with a session, with the own data. */
  isFan: z.boolean(),
  isPhone: z.boolean(),
  language: z.string(),
  /** When it was rendered, in milliseconds since 1970. */
  now: z.number(),
  queries: z.array(servedQuery),
})
export type PageView = z.output<typeof pageView>

/** The element with the view as JSON, or `null` where nothing was rendered. */
export const VIEW_ELEMENT_ID = 'view'
/** The element with the styles of the rendered elements, in the order of {@link LOOK}. */
export const LOOKS_ELEMENT_ID = 'looks'
/** The attribute that stands for a style attribute, with the place of its rule. */
export const LOOK = 'data-look'

/** Of a request for a page that must not be rendered. */
export const SHELL_HEADER = 'x-page-shell'
/** Of a page that is rendered. */
export const RENDERED_HEADER = 'x-page-rendered'

/** The attribute of what fans see on a page and visitors at times, whose code is beside the page's own. */
export const BESIDE = 'data-beside'

/** Bodies of the API by path and query. */
export type ReadBodies = Readonly<Record<string, { readonly status: number; readonly text: string }>>

export type RenderTask = Omit<PageView, 'queries'> & {
  /** Of the site, for links with a host. */
  readonly origin: string
  readonly bodies: ReadBodies
}

export type RenderedPage = {
  readonly title: string
  readonly html: string
  /** The rules of the elements with a {@link LOOK}. */
  readonly looks: string
  readonly queries: readonly ServedQuery[]
}

/** `wanted`: addresses of the API whose bodies the page needs. Null where the browser has to render the page. */
export type RenderOutcome = RenderedPage | { readonly wanted: readonly string[] } | null

/** In the built client, not served: the page into which others are rendered. */
export const RENDERED_PAGE = '.vite/rendered.html'
/** In the built client, not served: exports `renderPage`. */
export const RENDERER = '.vite/server/render.js'
