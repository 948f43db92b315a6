import { WEBHOOK_FORMATS, type WebhookFormat } from '@called-it/shared/contract/webhooks'
import type { StoredEvent } from '@called-it/shared/outlets/stored-event'
import { EVENT_SAMPLES, SPOILERS } from '@called-it/tests/support/outlets/event-samples'
import { describe, expect, test } from 'vitest'
import { formats } from './formats.ts'

const at = new Date('2030-05-02T04:00:00Z')
const publicUrl = 'https://picks.example'
const format = (name: WebhookFormat, event: StoredEvent, hasSpoilers = true) =>
  formats[name]({ ...event, at }, { hasSpoilers, publicUrl })
const pageOf = ({ kind }: StoredEvent) =>
  kind === 'weekly-table' ? `${publicUrl}/leaderboard` : `${publicUrl}/shows/7`

describe.each(WEBHOOK_FORMATS)('format %s', (name) => {
  test.each(EVENT_SAMPLES)('links $kind to its page, with and without spoilers', (event) => {
    for (const hasSpoilers of [true, false]) {
      expect(JSON.stringify(format(name, event, hasSpoilers))).toContain(pageOf(event))
    }
  })

  test.each(EVENT_SAMPLES)('has no spoiler of $kind where none are wanted', (event) => {
    const text = JSON.stringify(format(name, event, false))
    for (const spoiler of SPOILERS) expect(text).not.toContain(spoiler)
  })
})

describe('format json', () => {
  test.each(EVENT_SAMPLES)('wraps the payload of $kind', (event) => {
    expect(format('json', event)).toEqual({
      type: event.kind,
      timestamp: '2030-05-02T04:00:00.000Z',
      url: pageOf(event),
      data: event.payload,
    })
  })
})

/** By kind, in Discord's and in Slack's markup. */
const TEXTS: Record<StoredEvent['kind'], readonly [discord: string, slack: string]> = {
  'picks-locked': [
    String.raw`Picks are locked: The \*Mill\*, Harborview, ME, USA, 2030-05-01 (predictions: 12)`,
    'Picks are locked: The *Mill*, Harborview, ME, USA, 2030-05-01 (predictions: 12)',
  ],
  'picks-proved': [
    `Picks have their proof: The \\*Mill\\*, Harborview, ME, USA, 2030-05-01 (predictions: 13, root: ${'ab'.repeat(32)})`,
    `Picks have their proof: The *Mill*, Harborview, ME, USA, 2030-05-01 (predictions: 13, root: ${'ab'.repeat(32)})`,
  ],
  'song-played': [
    String.raw`Now: Goose Step${'\n'}The \*Mill\*, Harborview, ME, USA, 2030-05-01`,
    'Now: Goose Step\nThe *Mill*, Harborview, ME, USA, 2030-05-01',
  ],
  'show-final': [
    String.raw`Final: The \*Mill\*, Harborview, ME, USA, 2030-05-01${'\n'}1: Ann\_A, 4711 points${'\n'}2: a fan without a name here, 4711 points`,
    'Final: The *Mill*, Harborview, ME, USA, 2030-05-01\n1: Ann_A, 4711 points\n2: a fan without a name here, 4711 points',
  ],
  'scores-corrected': [
    String.raw`Scores were corrected: The \*Mill\*, Harborview, ME, USA, 2030-05-01${'\n'}Songs: Goose Step${'\n'}Points rose for 4711, fell for 0`,
    'Scores were corrected: The *Mill*, Harborview, ME, USA, 2030-05-01\nSongs: Goose Step\nPoints rose for 4711, fell for 0',
  ],
  'weekly-table': [
    String.raw`The week from 2030-04-29 to 2030-05-05 (shows: 2)${'\n'}1: Ann\_A, 4711 points`,
    'The week from 2030-04-29 to 2030-05-05 (shows: 2)\n1: Ann_A, 4711 points',
  ],
}

describe('text for a chat', () => {
  test.each(EVENT_SAMPLES)('says in words what $kind is', (event) => {
    const [discord, slack] = TEXTS[event.kind].map((text) => `${text}\n${pageOf(event)}`)
    expect(format('discord', event)).toEqual({ content: discord, allowed_mentions: { parse: [] } })
    expect(format('slack', event)).toEqual({ text: slack, mrkdwn: false })
  })

  const named = (name: string): StoredEvent => ({
    kind: 'weekly-table',
    payload: { from: '2030-04-29', to: '2030-05-05', shows: 2, rows: [{ rank: 1, name, points: 5 }] },
  })

  test('names a show without a place by venue and date', () => {
    const show = { id: 7, date: '2030-05-01', venue: 'The Mill', place: '' }
    const event: StoredEvent = { kind: 'show-final', payload: { show, players: 0, leaders: [] } }
    expect(format('slack', event)).toMatchObject({
      text: `Final: The Mill, 2030-05-01\n${pageOf(event)}`,
    })
  })

  test('mentions nobody and links to nothing else, whatever a name is', () => {
    const hostile = named('@everyone <@1> <!here> https://x.example')
    const discord = JSON.stringify(format('discord', hostile))
    expect(discord).not.toMatch(/@everyone|[^\\]<@|https:\/\/x/)
    expect(JSON.stringify(format('slack', hostile))).not.toMatch(/<|>/)
  })

  test('stays below the limit of Discord with the longest names', () => {
    const rows = Array.from({ length: 50 }, (_, index) => ({
      rank: index + 1,
      name: '*'.repeat(200),
      points: 5,
    }))
    const event: StoredEvent = {
      kind: 'weekly-table',
      payload: { from: '2030-04-29', to: '2030-05-05', shows: 2, rows },
    }
    expect(format('discord', event)).toMatchObject({
      content: expect.stringMatching(/^.{100,1900}$/s),
    })
  })
})
