import { expect, test } from 'vitest'
import { possessive } from './possessive.ts'

test.each([
  ['Phish', "Phish's"],
  ['The Kettles', "The Kettles'"],
  ['THE KETTLES', "THE KETTLES'"],
  ['Max', "Max'"],
  ['Fritz', "Fritz'"],
  ['Miloš', "Miloš'"],
  ['Los Lobos!', "Los Lobos!'"],
  ['Blink-182', "Blink-182's"],
  ['Row F', "Row F's"],
])('gives %s the possessive %s', (name, text) => {
  expect(possessive(name)).toBe(text)
})
