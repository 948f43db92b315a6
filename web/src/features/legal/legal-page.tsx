import { type Legal, legalEndpoints, sectionsOf } from '@called-it/shared/contract/legal'
import type { PlainId } from '@called-it/shared/languages/translate'
import { useQuery } from '@tanstack/react-query'
import { useMatch } from 'react-router-dom'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { patterns } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { Card } from '../../ui/card.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'

type Sections = readonly (readonly [title: PlainId, text: PlainId])[]

const TITLES = { privacy: 'legal.title-privacy', terms: 'legal.title-terms' } as const

/** Where the operator has written none. What they say has to be true of the product. */
const DEFAULTS = {
  privacy: [
    ['legal.short', 'legal.short-text'],
    ['legal.account', 'legal.account-text'],
    ['legal.play', 'legal.play-text'],
    ['legal.time', 'legal.time-text'],
    ['legal.mail', 'legal.mail-text'],
    ['legal.cookies', 'legal.cookies-text'],
    ['legal.who', 'legal.who-text'],
    ['legal.yours', 'legal.yours-text'],
  ],
  terms: [
    ['legal.game', 'legal.game-text'],
    ['legal.you', 'legal.you-text'],
    ['legal.fair', 'legal.fair-text'],
    ['legal.words', 'legal.words-text'],
    ['legal.promise', 'legal.promise-text'],
    ['legal.end', 'legal.end-text'],
  ],
} as const satisfies Record<keyof typeof TITLES, Sections>

/** Two addresses. */
export function LegalPage() {
  const page = useMatch(patterns.terms) ? 'terms' : 'privacy'
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.legal,
    queryFn: ({ signal }) => request(legalEndpoints.getLegalTexts, { signal }),
  })
  return (
    <Page title={t(TITLES[page])} width="narrow" className="stack-4">
      <h1>{t(TITLES[page])}</h1>
      {data ? (
        <Texts page={page} legal={data} />
      ) : (
        <NotLoaded what={t('legal.the-texts')} query={{ isError, refetch }} blocks={[6, '120px']} />
      )}
    </Page>
  )
}

function Texts({ page, legal }: { page: keyof typeof TITLES; legal: Legal }) {
  const sections =
    sectionsOf(legal, page, t.language) ??
    DEFAULTS[page].map(([title, text]) => ({ title: t(title), text: [t(text)] }))
  return (
    <Card className="stack-4 anywhere">
      {sections.map(({ title, text }) => (
        <section key={title} className="stack-2">
          <h2>{title}</h2>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      {legal.contact && (
        <section className="stack-2">
          <h2>{t('legal.write-to')}</h2>
          <p>
            <a href={legal.contact}>{legal.contact.replace(/^(?:mailto|tel):/, '')}</a>
          </p>
        </section>
      )}
    </Card>
  )
}
