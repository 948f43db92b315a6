export const TEST_MBID = '0f2c6ad5-58a1-4d3c-9a53-6d4f0d2f7c11'

/** As the site returns it. */
export function testSetlist(fields: Readonly<Record<string, unknown>> = {}) {
  return {
    id: '63de4613',
    versionId: '7be1aaa0',
    eventDate: '30-01-2026',
    lastUpdated: '2026-01-31T05:40:59.000+0000',
    artist: { mbid: TEST_MBID, name: 'Tinhorn Observatory', sortName: 'Tinhorn Observatory' },
    venue: {
      id: '3d639d3',
      name: 'Driftglass Amphitheater',
      city: {
        id: '5713587',
        name: 'Bend',
        state: 'Oregon',
        stateCode: 'OR',
        coords: { lat: 44.05, long: -121.31 },
        country: { code: 'US', name: 'United States' },
      },
    },
    tour: { name: '2026 Winter Tour' },
    sets: { set: [{ song: [{ name: 'Harbor Teeth' }] }] },
    url: 'https://site.example/63de4613',
    ...fields,
  }
}

/** As the site returns it. */
export function testPage(setlist: readonly unknown[], fields: Readonly<Record<string, unknown>> = {}) {
  return { type: 'setlists', itemsPerPage: 20, page: 1, total: setlist.length, setlist, ...fields }
}
