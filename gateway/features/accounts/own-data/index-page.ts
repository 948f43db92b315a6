import { escapeHtml } from '@called-it/infra/mail/escape-html'
import type { League } from '@called-it/infra/postgres/queries/leagues/leagues'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import { PRODUCT } from '@called-it/shared/contract/site'
import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { dateFormat, numberFormat } from '@called-it/shared/languages/formats'
import type { PlainId, Translate } from '@called-it/shared/languages/translate'
import { dayInWords } from '@called-it/shared/words/day-in-words'

export type OwnData = {
  readonly user: { readonly displayName: string; readonly email: string | null; readonly createdAt: Date }
  /** The name of its file; null without one. */
  readonly image: string | null
  readonly leagues: readonly Pick<League, 'name'>[]
  readonly predictions: readonly {
    readonly date: string
    readonly venue: string
    readonly place: string
    readonly score: number | null
    readonly picks: SetlistPicks
  }[]
  readonly files: readonly { readonly name: string; readonly rows: number }[]
}

const SETS = { set1: 'set.set1', set2: 'set.set2', encore: 'set.encore' } as const satisfies Record<
  SetName,
  PlainId
>

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color: light-dark(#1b1630, #f6f1e7); background: light-dark(#faf5ea, #100d1c); overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .4rem; text-align: start; vertical-align: top; border-bottom: 1px solid light-dark(#dcd3bf, #363057); }
td:last-child { text-align: end; font-variant-numeric: tabular-nums; }
img { width: 6rem; border-radius: 50%; }
a { color: inherit; }
`

/** What the export has, to be read: a page without a script, which needs nothing but the files beside it. */
export function writeIndexPage({ user, image, leagues, predictions, files }: OwnData, t: Translate): string {
  const say = (id: PlainId) => escapeHtml(t(id))
  const day = (instant: Date) => escapeHtml(dateFormat(t.language, { dateStyle: 'long' }).format(instant))
  const profile = [
    [say('mydata.name'), escapeHtml(user.displayName)],
    [say('mydata.address'), escapeHtml(user.email ?? '')],
    [say('mydata.since'), day(user.createdAt)],
  ]
  const title = escapeHtml(t('mydata.title', { product: PRODUCT }))
  return `<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${say('mydata.what')}</p>
<h2>${say('mydata.profile')}</h2>
${image === null ? '' : `<p><img src="${image}" alt=""></p>`}
<dl>${profile.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
<h2>${say('mydata.leagues')}</h2>
<ul>${leagues.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('') || `<li>${say('mydata.none')}</li>`}</ul>
<h2>${say('mydata.picks')}</h2>
<table>
<thead><tr>${(['mydata.show', 'mydata.songs', 'mydata.points'] as const).map((id) => `<th scope="col">${say(id)}</th>`).join('')}</tr></thead>
<tbody>
${predictions.map((prediction) => rowOf(prediction, t)).join('\n')}
</tbody>
</table>
<h2>${say('mydata.files')}</h2>
<p>${say('mydata.left-out')}</p>
<ul>
${files.map(({ name, rows }) => `<li><a href="${name}">${name}</a>: ${escapeHtml(t('mydata.rows', { rows }))}</li>`).join('\n')}
</ul>
</body>
</html>
`
}

function rowOf({ date, venue, place, score, picks }: OwnData['predictions'][number], t: Translate): string {
  const show = [dayInWords(date, t.language), venue, place].filter(Boolean).join(', ')
  const sets = SET_NAMES.map((set) => {
    const songs = picks[set].map((song) => song?.name ?? '–')
    return `<b>${escapeHtml(t(SETS[set]))}</b> ${escapeHtml(songs.join(' · '))}`
  })
  const points = score === null ? '' : numberFormat(t.language, {}).format(score)
  return `<tr><td>${escapeHtml(show)}</td><td>${sets.join('<br>')}</td><td>${points}</td></tr>`
}
