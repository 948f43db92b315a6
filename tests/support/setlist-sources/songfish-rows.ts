/** As the setlists endpoint returns it. */
export function testPerformance(fields: Readonly<Record<string, unknown>> = {}) {
  return {
    uniqueid: '9001',
    show_id: 501,
    showdate: '2026-01-30',
    artist: 'Tinhorn Observatory',
    artist_id: 1,
    song_id: 7,
    songname: 'Harbor Teeth',
    slug: 'harbor-teeth',
    settype: 'Set',
    setnumber: '1',
    position: 1,
    transition: ', ',
    footnote: '',
    shownotes: '',
    soundcheck: '',
    tour_id: 9,
    tourname: '2026 Winter Tour',
    venuename: 'Driftglass Amphitheater',
    ...fields,
  }
}

/** As the shows endpoint returns it. */
export function testShow(fields: Readonly<Record<string, unknown>> = {}) {
  return {
    show_id: 501,
    showdate: '2026-01-30',
    artist_id: 1,
    artist: 'Tinhorn Observatory',
    venuename: 'Driftglass Amphitheater',
    city: 'Bend',
    state: 'OR',
    country: 'USA',
    tour_id: 9,
    tourname: '2026 Winter Tour',
    showorder: 1,
    ...fields,
  }
}

export function testResponse(data: unknown) {
  return { error: false, error_message: '', data }
}
