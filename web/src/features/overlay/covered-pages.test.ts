import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isValidElement, type ReactNode } from 'react'
import { createRoutesFromElements, type RouteObject } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from '../../app/router.tsx'
import { COVERS, isCoveredPage, showIdOfPage } from './covered-pages.ts'

const routes: string[] = []
const collect = (found: RouteObject[]) => {
  for (const { path, children } of found) {
    if (path) routes.push(path)
    collect(children ?? [])
  }
}
const app = AppRoutes({})
if (isValidElement<{ children: ReactNode }>(app)) collect(createRoutesFromElements(app.props.children))

const pages = Object.entries(COVERS).map(([pattern, cover]) => ({ pattern, cover }))

describe('covered pages', () => {
  test('lists each route of the router', () => {
    expect(routes.length).toBeGreaterThan(30)
    expect(routes.filter((path) => path !== '*').toSorted()).toEqual(
      pages.map(({ pattern }) => pattern).toSorted(),
    )
  })

  test('matches the table in the rules', () => {
    const rules = readFileSync(join(import.meta.dirname, '../../../../docs/rules.md'), 'utf8')
    const listed = rules.split('\n').flatMap((line) => {
      const [, first = '', second = ''] = line.split('|').map((cell) => cell.trim())
      const cover = ['open', 'by show', 'covered'].find((known) => known === first)
      return cover ? [...second.matchAll(/`([^`]+)`/g)].map(([, path]) => `${cover} ${path}`) : []
    })
    const expected = pages.map(
      ({ cover, pattern }) => `${cover} ${pattern.replaceAll(/:(\w+)(\??)/g, '{$1}$2')}`,
    )
    expect(listed.toSorted()).toEqual(expected.toSorted())
  })

  test.each(pages)('decides about $pattern in any case', ({ pattern, cover }) => {
    const path = pattern.replaceAll(/:\w+\??/g, '3')
    for (const written of [path, `${path.toUpperCase()}/`]) {
      expect(isCoveredPage(written)).toBe(cover !== 'open')
      expect(showIdOfPage(written)).toBe(cover === 'by show' ? 3 : null)
    }
  })

  test.each([
    '/nowhere',
    '/administer',
    '/admin/nowhere',
    '/profile/nowhere',
    '/login/nowhere',
    '/join',
    '/shows/3/live/more',
    '/shows/3/nowhere',
  ])('covers the unknown path %s', (path) => {
    expect(isCoveredPage(path)).toBe(true)
    expect(showIdOfPage(path)).toBeNull()
  })

  test('finds no show where the id is none', () => {
    expect(showIdOfPage('/shows/x')).toBeNull()
  })
})
