import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LeaguePresence } from './league-presence.tsx'

const players = Array.from({ length: 6 }, (_, index) => ({
  id: index + 1,
  display_name: `fan ${index + 1}`,
  avatar_path: null,
}))

test.each([
  [[], 'nobody else is around right now'],
  [[2, 99], 'here now: fan 2'],
  [[1, 2, 3, 4, 5, 6], 'here now: fan 1, fan 2, fan 3, fan 4 and 2 more'],
])('names the members %j who are here', (present, words) => {
  renderPage(<LeaguePresence players={players} present={present} />)
  expect(screen.getByRole('paragraph').textContent).toBe(words)
})

test('isolates each name, so that names from right to left stay in their places', () => {
  renderPage(<LeaguePresence players={players} present={[1, 2]} />)
  expect(screen.getByRole('paragraph').innerHTML).toBe('here now: <bdi>fan 1</bdi>, <bdi>fan 2</bdi>')
})
