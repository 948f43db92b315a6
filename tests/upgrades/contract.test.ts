import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { RELEASE } from '@called-it/infra/config/release'
import { expect, test } from 'vitest'
import { type Contract, contract, describeContract } from './describe-contract.ts'

const folder = path.join(import.meta.dirname, 'contracts')

/** The newest release before this one. */
async function readLastContract(): Promise<Contract> {
  const releases = readdirSync(folder)
    .map((file) => path.basename(file, '.json'))
    .filter((release) => release !== RELEASE)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return contract.parse(JSON.parse(await readFile(path.join(folder, `${releases.at(-1)}.json`), 'utf8')))
}

/** What this release must not have done to programs that were written for the last one. */
function listBreaks(last: Contract, now: Contract, today: string): string[] {
  return Object.entries(last).flatMap(([operation, before]) => {
    const { deprecation } = before
    const isOver = deprecation !== undefined && deprecation.sunset <= today
    const isGoing = (field: string) => isOver && (deprecation.fields?.includes(field) ?? true)
    const after = now[operation]
    if (!after) return isOver && !deprecation.fields ? [] : [`${operation} is gone`]
    const [kept, asked] = [words(after.fields), words(before.required)]
    return [
      ...words(before.fields)
        .filter((field) => !kept.includes(field) && !isGoing(field))
        .map((field) => `${operation}: ${field} is gone`),
      ...words(after.required)
        .filter((field) => !asked.includes(field))
        .map((field) => `${operation}: ${field} is required`),
    ]
  })
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

const today = new Date().toISOString().slice(0, 10)

test('keeps what programs of the last release rely on', async () => {
  expect(listBreaks(await readLastContract(), describeContract(), today)).toEqual([])
})

test('notices what is gone without notice, and lets go what was announced', () => {
  const fields = 'show show.venue'
  const [gone, announced] = [
    { fields, required: '' },
    {
      fields,
      required: '',
      deprecation: { since: '2026-01-01', sunset: '2026-07-01', fields: ['show.venue'] },
    },
  ]
  const now: Contract = { 'GET /a': { fields: 'show', required: 'name' } }
  const later = '2026-07-01'
  expect(listBreaks({ 'GET /a': gone, 'GET /b': gone }, now, later)).toEqual([
    'GET /a: show.venue is gone',
    'GET /a: name is required',
    'GET /b is gone',
  ])
  expect(listBreaks({ 'GET /a': announced }, { 'GET /a': { fields: 'show', required: '' } }, later)).toEqual(
    [],
  )
  expect(
    listBreaks({ 'GET /a': announced }, { 'GET /a': { fields: 'show', required: '' } }, '2026-06-30'),
  ).toHaveLength(1)
  expect(listBreaks({ 'GET /b': announced }, {}, later)).toEqual(['GET /b is gone'])
})
