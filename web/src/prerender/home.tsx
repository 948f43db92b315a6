import { PAGE_MARKS } from '@called-it/shared/contract/served-page'
import { PRODUCT, type Site } from '@called-it/shared/contract/site'
import { QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { Shell } from '../app/shell.tsx'
import { HomeSkeleton } from '../features/home/home-skeleton.tsx'
import { createQueryClient } from '../lib/api/query-client.ts'
import { queryKeys } from '../lib/api/query-keys.ts'

/** Placeholders that the gateway replaces with the band's texts. */
const MARKED_SITE: Site = {
  product: PRODUCT,
  band: { name: '', shortName: '' },
  songwriter: { name: '', slug: '' },
  dataSite: { name: '', url: null },
  isDemo: false,
  nicknames: {},
  texts: {
    welcomeTitle: PAGE_MARKS.welcomeTitle,
    welcomeText: PAGE_MARKS.welcomeText,
    upcomingTitle: PAGE_MARKS.upcomingTitle,
    overlayHeadline: '',
    kickstartLabel: '',
    kickstartMessage: '',
    footer: [],
  },
}

/** Home as React first renders it in the browser: skeletons where data is missing. */
export function renderHome(): string {
  const queryClient = createQueryClient()
  queryClient.setQueryData(queryKeys.site, MARKED_SITE)
  const element = document.createElement('div')
  flushSync(() =>
    createRoot(element).render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Routes>
            <Route element={<Shell />}>
              <Route index element={<HomeSkeleton />} />
            </Route>
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  return extractStyles(element) + element.innerHTML
}

/** The content security policy allows a style element with the nonce, and no style attribute. */
function extractStyles(element: HTMLElement): string {
  const looks = new Map<string, number>()
  for (const styled of element.querySelectorAll('[style]')) {
    const declarations = styled.getAttribute('style') ?? ''
    const look = looks.get(declarations) ?? looks.size
    looks.set(declarations, look)
    styled.removeAttribute('style')
    styled.setAttribute('data-look', String(look))
  }
  const rules = [...looks].map(([declarations, look]) => `#root [data-look="${look}"]{${declarations}}`)
  return `<style nonce="${PAGE_MARKS.nonce}">${rules.join('')}</style>`
}
