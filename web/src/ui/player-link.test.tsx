import { DELETED_NAME, SUSPENDED_NAME } from '@called-it/shared/contract/display-name'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { PlayerLink } from './player-link.tsx'

test.each([
  ['a player', 7, 'Wren', '/players/7'],
  ['nobody without a name', null, 'a fan', undefined],
  ['no deleted player', 7, DELETED_NAME, undefined],
  ['no suspended player', 7, SUSPENDED_NAME, undefined],
])('links to the page of %s', (_, userId, name, href) => {
  render(<PlayerLink userId={userId} name={name} />, { wrapper: MemoryRouter })
  expect(screen.getByText(name).getAttribute('href') ?? undefined).toBe(href)
})
