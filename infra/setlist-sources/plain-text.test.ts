import { describe, expect, test } from 'vitest'
import { plainLine, plainNotes } from './plain-text.ts'

describe('line of text', () => {
  test.each([
    ['plain text', 'Harbor Teeth', 'Harbor Teeth'],
    ['entities', 'Salt &amp; Pepper &#39;til &lt;dawn&gt;', "Salt & Pepper 'til <dawn>"],
    ['tags', '<b>Harbor</b> <a href="https://x.example">Teeth</a>', 'Harbor Teeth'],
    ['a script', 'Harbor<script>alert(1)</script> Teeth', 'Harbor Teeth'],
    ['an image', '<img src=x onerror=alert(1)>Harbor', 'Harbor'],
    ['a heart', 'I <3 Harbor', 'I <3 Harbor'],
    ['line breaks', 'Harbor\r\n\tTeeth', 'Harbor Teeth'],
    ['hard spaces', '\u00a0Harbor\u00a0Teeth', 'Harbor Teeth'],
    ['marks that turn text around', 'Harbor \u202eTeeth\u2066', 'Harbor Teeth'],
    ['what no database takes', 'Har\u0000bor \ud800', 'Harbor \ufffd'],
    ['letters of other tongues', 'Séance ↔ 夜', 'Séance ↔ 夜'],
  ])('reads %s', (_, markup, text) => {
    expect(plainLine(markup)).toBe(text)
  })

  test('keeps at most 200 characters', () => {
    expect(plainLine('x'.repeat(10_000))).toBe(`${'x'.repeat(199)}…`)
    expect(plainLine('x'.repeat(200))).toBe('x'.repeat(200))
  })

  test('does not cut inside a character', () => {
    expect(plainLine('🎸'.repeat(200)).isWellFormed()).toBe(true)
  })
})

describe('notes', () => {
  test('gives each paragraph a line', () => {
    const notes = plainNotes([
      { markup: '<h2>Note</h2><p>First  one.</p>\r\n\r\n<ul><li>Second<br>third</li></ul>' },
    ])
    expect(notes).toBe('Note\nFirst one.\n* Second\nthird')
  })

  test('puts the heading of a part on its line', () => {
    const notes = plainNotes([
      { markup: 'All good.' },
      { about: 'Glass Elk', markup: '<p>Unfinished.</p><p>Twice.</p>' },
      { about: 'Ferry Weather', markup: '' },
    ])
    expect(notes).toBe('All good.\nGlass Elk: Unfinished. Twice.')
  })

  test.each(['', ' \n ', '<p></p>', '<script>alert(1)</script>'])('returns null for %j', (markup) => {
    expect(plainNotes([{ markup }])).toBeNull()
  })

  test('keeps at most 10,000 characters', () => {
    expect(plainNotes([{ markup: 'x'.repeat(100_000) }])).toHaveLength(10_000)
  })

  test('reads markup nested 10,000 deep', () => {
    expect(plainNotes([{ markup: `before ${'<div>'.repeat(10_000)}` }])).toMatch(/^before/)
  })
})
