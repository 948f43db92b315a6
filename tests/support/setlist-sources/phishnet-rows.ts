/** As the setlists endpoint returns it. */
export function testPerformance(fields: Readonly<Record<string, unknown>> = {}) {
  return {
    showid: 501,
    showdate: '2026-01-30',
    exclude: 0,
    setlistnotes: '',
    soundcheck: '',
    songid: 7,
    position: 1,
    footnote: '',
    set: '1',
    gap: 3,
    tourid: 9,
    tourname: '2026 Winter Tour',
    song: 'Harbor Teeth',
    slug: 'harbor-teeth',
    venue: 'Driftglass Amphitheater',
    city: 'Bend',
    state: 'OR',
    country: 'USA',
    trans_mark: ', ',
    ...fields,
  }
}

/** One row per song, by set. */
export function testSetlist(sets: Readonly<Record<string, readonly string[]>>, fields: object = {}) {
  const songs = Object.entries(sets).flatMap(([set, names]) => names.map((name) => ({ set, name })))
  return songs.map(({ set, name }, index) =>
    testPerformance({
      set,
      song: name,
      slug: name.toLowerCase().replaceAll(' ', '-'),
      songid: name.length,
      position: index + 1,
      ...fields,
    }),
  )
}

/** As the shows endpoint returns it. */
export function testShow(fields: Readonly<Record<string, unknown>> = {}) {
  return {
    showid: 501,
    showdate: '2026-01-30',
    exclude_from_stats: 0,
    venue: 'Driftglass Amphitheater',
    city: 'Bend',
    state: 'OR',
    country: 'USA',
    tourid: 9,
    tour_name: '2026 Winter Tour',
    ...fields,
  }
}

/** As the songs endpoint returns it. */
export function testSong(fields: Readonly<Record<string, unknown>> = {}) {
  return {
    songid: 7,
    song: 'Harbor Teeth',
    slug: 'harbor-teeth',
    times_played: 41,
    last_played: '2026-01-30',
    gap: 0,
    ...fields,
  }
}
