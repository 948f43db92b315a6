const SIZE = 420
const MARGIN = 48
const STEPS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
const MAX = 0.6
/** Legible on white and on GitHub's dark background alike. */
const INK = '#7d8590'
const POINT = '#d9822b'

/** An SVG: the mean chance of each bin against the share of its songs that were played. */
export function drawCalibration(
  bins: readonly { readonly chance: number; readonly share: number }[],
): string {
  const x = (value: number) => MARGIN + (value / MAX) * (SIZE - MARGIN - 16)
  const y = (value: number) => SIZE - x(value)
  const label = (value: number) => `${Math.round(value * 100)} %`
  const grid = STEPS.map(
    (step) => `<path d="M${x(0)} ${y(step)}H${x(MAX)}M${x(step)} ${y(0)}V${y(MAX)}" opacity=".25"/>`,
  )
  const labels = STEPS.map(
    (step) =>
      `<text x="${x(step)}" y="${y(0) + 18}" text-anchor="middle">${label(step)}</text>` +
      `<text x="${x(0) - 6}" y="${y(step) + 4}" text-anchor="end">${label(step)}</text>`,
  )
  const points = bins.map(({ chance, share }) => `<circle cx="${x(chance)}" cy="${y(share)}" r="4"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" font-family="sans-serif" font-size="11">
<title>Chance of a song against how often it was played</title>
<g stroke="${INK}" fill="none">${grid.join('')}<path d="M${x(0)} ${y(0)}L${x(MAX)} ${y(MAX)}" stroke-dasharray="4 4"/></g>
<g fill="${INK}">${labels.join('')}<text x="${x(MAX)}" y="${y(0) + 36}" text-anchor="end">chance</text><text x="${x(0)}" y="12">played</text></g>
<g fill="${POINT}">${points.join('')}</g>
</svg>
`.replace(/\d+\.\d{2,}/g, (number) => Number(number).toFixed(1))
}
