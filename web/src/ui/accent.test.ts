// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The accent is for what there is to do, and for light: the stage, its lamp, drawings, an edge. Selection is ink. */
const MAY_USE_IT = [
  'app/strip.module.css',
  'features/dashboard/show-tasks/show-tasks.module.css',
  'features/home/phase/phase-stage.module.css',
  'features/overlay/show-overlay.module.css',
  'features/show/live/live-head.module.css',
  'ui/base.css',
  'ui/button.module.css',
  'ui/empty-state.module.css',
  'ui/logo.tsx',
  'ui/night/score-hero.module.css',
  'ui/stage-card.module.css',
]

test('keeps the accent to the components of one list', () => {
  const root = join(import.meta.dirname, '..')
  const files = globSync('**/*.{css,tsx}', { cwd: root }).filter((file) => !file.endsWith('tokens.css'))
  const users = files.filter((file) => /var\(--light\b/.test(readFileSync(join(root, file), 'utf8')))
  expect(users.toSorted()).toEqual(MAY_USE_IT)
})
