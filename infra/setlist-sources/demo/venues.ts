/** A room that the demo band plays: the city is real, the room is not. */
export interface DemoVenue {
  readonly name: string
  readonly city: string
  readonly state: string | null
  readonly country: string
  /**
   * When picks close on the day of a show, `HH:MM` UTC. Null where doors open late in the UTC day: there the
   * end of that day closes them.
   */
  readonly picksClose: string | null
}

const usa = (name: string, city: string, state: string): DemoVenue => ({
  name,
  city,
  state,
  country: 'USA',
  picksClose: null,
})

/** In the order of the band's usual route, which begins again after the last. */
export const VENUES: readonly DemoVenue[] = [
  usa('Driftglass Amphitheater', 'Bend', 'OR'),
  usa('The Cooperage Hall', 'Portland', 'OR'),
  usa('Saltbox Theatre', 'Tacoma', 'WA'),
  { name: 'Rainlight Gardens', city: 'Vancouver', state: 'BC', country: 'Canada', picksClose: null },
  usa('Copperhead Pavilion', 'Missoula', 'MT'),
  usa('Switchback Bowl', 'Boise', 'ID'),
  usa('Redshift Arena', 'Salt Lake City', 'UT'),
  usa('Almanac Hall', 'Fort Collins', 'CO'),
  usa('Larkspur Amphitheatre', 'Santa Fe', 'NM'),
  usa('Windmill Grounds', 'Wichita', 'KS'),
  usa('The Brass Lantern', 'Omaha', 'NE'),
  usa('Grain Exchange Ballroom', 'Minneapolis', 'MN'),
  usa('Lakeshore Tent', 'Duluth', 'MN'),
  usa('Foundry Floor', 'Milwaukee', 'WI'),
  usa('Millrace Theater', 'Grand Rapids', 'MI'),
  usa('Signal Box', 'Cleveland', 'OH'),
  { name: 'Telegraph Yard', city: 'Toronto', state: 'ON', country: 'Canada', picksClose: null },
  usa('Quarry House', 'Burlington', 'VT'),
  usa('Oystershell Pier', 'Portland', 'ME'),
  usa('Velodrome Hall', 'Providence', 'RI'),
  usa('Hollow Oak Theatre', 'Asheville', 'NC'),
  { name: 'The Glasshouse', city: 'Bristol', state: null, country: 'United Kingdom', picksClose: '18:30' },
  { name: 'Zaal Meridiaan', city: 'Utrecht', state: null, country: 'Netherlands', picksClose: '17:30' },
  { name: 'Halle Morgenstern', city: 'Leipzig', state: null, country: 'Germany', picksClose: '17:30' },
  { name: 'Lantern Hall', city: 'Kyoto', state: null, country: 'Japan', picksClose: '09:30' },
]
