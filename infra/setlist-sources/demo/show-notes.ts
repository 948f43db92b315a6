import { namedDice } from './dice.ts'
import { gapBefore, type PlayedShow, playedShow } from './history.ts'
import type { DemoSong } from './songbook.ts'

/** From this gap on, the notes mention that a song is back. */
const LONG_GAP = 60

const GUESTS = [
  'Opal Reyes (fiddle)',
  'Desmond Achterberg (trombone)',
  'Lucía Ferran (pedal steel)',
  'the Cooper Street Horns',
  'Tobias Wren (second drum kit)',
]

const STORIES = [
  'Marlow read the weather report between the first two songs.',
  'A power cut in the second set was bridged with hand lamps and an unamplified verse.',
  'The encore was chosen by a child in the front row.',
  'The band wore the costumes of the night before, inside out.',
  'A moth on the piano was thanked by name.',
  'The show began 40 minutes late because of fog.',
]

/**
 * The notes of a show by its number: debuts, long gaps, songs taken up again, guests and tales.
 *
 * @param printShowDay prints the day of an earlier show, by its number
 * @returns null at shows that nobody wrote anything about
 */
export function notesOf(number: number, printShowDay: (number: number) => string): string | null {
  const show = playedShow(number)
  const notes = [
    ...returnNotes(number, show, printShowDay),
    ...sandwichNotes(show),
    ...guestNotes(number, show),
    ...storyNotes(number),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

function returnNotes(number: number, show: PlayedShow, printShowDay: (number: number) => string): string[] {
  return distinctSongs(show).flatMap((song) => {
    const record = show.recordsBefore.get(song)
    const gap = gapBefore(number, record)
    if (gap === null || typeof record?.lastShow !== 'number') return [`First time played: ${song.name}.`]
    if (gap < LONG_GAP) return []
    return [
      `${song.name} was played for the first time since ${printShowDay(record.lastShow)} (${gap} shows).`,
    ]
  })
}

function sandwichNotes({ performances, sandwich }: PlayedShow): string[] {
  const start = performances.findIndex(({ song }) => song === sandwich)
  const between = performances[start + 1]
  if (sandwich === null || between === undefined) return []
  return [`${between.song.name} was played in the middle of ${sandwich.name}.`]
}

function guestNotes(number: number, show: PlayedShow): string[] {
  const dice = namedDice(`guests of show ${number}`)
  const guest = dice.chance(0.15) ? dice.pick(GUESTS) : undefined
  const song = dice.pick(distinctSongs(show))
  return guest === undefined || song === undefined ? [] : [`With ${guest} on ${song.name}.`]
}

function storyNotes(number: number): string[] {
  const dice = namedDice(`story of show ${number}`)
  const story = dice.chance(0.15) ? dice.pick(STORIES) : undefined
  return story === undefined ? [] : [story]
}

function distinctSongs(show: PlayedShow): readonly DemoSong[] {
  return Array.from(new Set(show.performances.map(({ song }) => song)))
}
