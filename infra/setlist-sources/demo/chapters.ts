/** How often a song comes round; newcomers are played for the first time in the course of the demo. */
export type Tier = 'staple' | 'regular' | 'rarity' | 'newcomer'

/** Where in a show a song likes to stand. */
export type Role = 'opener' | 'first set' | 'jam' | 'closer' | 'encore' | 'anywhere'

/** Titles that come round alike, those of Marlow Pell's notebook apart from the rest of the band's. */
interface Chapter {
  readonly tier: Tier
  readonly role: Role
  readonly pell: readonly string[]
  readonly others: readonly string[]
}

const staples: readonly Chapter[] = [
  {
    tier: 'staple',
    role: 'opener',
    pell: ['Harbor Teeth', 'Ferry Weather', 'Quarter Past Comet'],
    others: ['Bring the Ladder', 'Gravel Parade'],
  },
  {
    tier: 'staple',
    role: 'first set',
    pell: ['Copper Kettle Blues', 'Uncle Meridian', 'Salt on the Windowsill', 'The Wrong Umbrella'],
    others: ['Postcards from Nowhere Else', 'Paper Sheriff', 'Slow Dog Monday'],
  },
  {
    tier: 'staple',
    role: 'jam',
    pell: ['Glass Elk', 'Moth Committee', 'Undertow Almanac', 'Seventh Lantern', "Cartographer's Itch"],
    others: ['Parallax Barn', 'Longhand Division', 'Basement Tides'],
  },
  {
    tier: 'staple',
    role: 'closer',
    pell: ['Thunder in the Pantry', 'Hold the Horizon', 'Last Train to Altimeter'],
    others: ['Ninety Acres of Neon', 'Runaway Calendar'],
  },
  {
    tier: 'staple',
    role: 'encore',
    pell: ['Porchlight Waltz', 'Goodnight Machinery', 'One More Mile of Moon'],
    others: ['Leave the Key Outside', 'Little Tin Satellites'],
  },
  { tier: 'staple', role: 'anywhere', pell: ['Rattlebox County'], others: ['Velvet Turnstile'] },
]

const regulars: readonly Chapter[] = [
  {
    tier: 'regular',
    role: 'opener',
    pell: ['Wake the Weathervane', 'Sixteen Matches', 'Open the Shutters'],
    others: [
      'Kettle Drum Sunday',
      'Tollbooth Prophet',
      'The Marmalade Express',
      'Loose Change Carnival',
      'Roman Candle Etiquette',
    ],
  },
  {
    tier: 'regular',
    role: 'first set',
    pell: [
      'Miss Calendar',
      'Bread and Lightning',
      'My Cousin the Lighthouse',
      'Telegram to a Goat',
      'Apple Crate Piano',
      'Two Spoons, One Moon',
      'Hollis and the Bear',
      'Mustard Seed Motel',
      'Nine Pound Feather',
      'Aunt Perpetua',
    ],
    others: [
      'Pocketful of Gravel',
      'Dust Bowl Bicycle',
      'The Barber of Bismuth',
      'Cardboard Astronaut',
      'Wallpaper Season',
      'Cricket in the Engine',
      'Ordinary Thunder',
      'Sawdust Valentine',
      'Borrowed Shovel',
      'Crooked Mile Radio',
    ],
  },
  {
    tier: 'regular',
    role: 'jam',
    pell: [
      'Perihelion Stomp',
      'Ghost of the Switchboard',
      'Half a Constellation',
      'Magnetic Yes',
      'Wolf Interval',
      'The Heron Protocol',
      'Dial Tone Cathedral',
    ],
    others: [
      'Fathom Line',
      'Turbine Gospel',
      'Slipway Theory',
      'Emeralds Adrift',
      'Low Ceiling, High Water',
      'Kaleidoscope Tax',
      'Aquifer Song',
      "Sleepwalker's Map",
      'Strange Attractions at the County Fair',
    ],
  },
  {
    tier: 'regular',
    role: 'closer',
    pell: ['Burn the Bridge Politely', 'Up Through the Floorboards', "Everybody's Tractor"],
    others: [
      'Cannonball Manners',
      'Big Weather Coming',
      'The Whole Brass Section',
      'Twelve-Acre Sunset',
      'Steeplejack Jamboree',
    ],
  },
  {
    tier: 'regular',
    role: 'encore',
    pell: ['Lullaby for a Lathe', 'Same Moon, Smaller Boat', 'Turn Down the Stars'],
    others: ['Home Before the Owls', 'The Kindness of Gophers', 'Coat Check Romance'],
  },
  {
    tier: 'regular',
    role: 'anywhere',
    pell: [
      'Ballad of Tin Ezra',
      "Wendell's Canoe",
      'Kite String Theory',
      'Blue Enamel Morning',
      'Whistle Past the Sawmill',
      'Backward Compass',
      'Old Number Eleven',
      'Thimble Rig',
    ],
    others: [
      'Orchard Arithmetic',
      'Pigeon Finance',
      'Linoleum Prairie',
      "The Understudy's Lament",
      'Badger Jubilee',
      'Quarrel in Triplicate',
      'Tangerine Ledger',
      'Mercury in Flannel',
      'River of Staples',
      'Hot Air Geography',
    ],
  },
]

const rarities: readonly Chapter[] = [
  {
    tier: 'rarity',
    role: 'opener',
    pell: ['Dawn at the Depot', 'Ten Cent Eclipse'],
    others: [
      'Flagpole Season',
      'Ribbon Cutting Rag',
      "Call the Ferryman's Bluff",
      'Marching Orders for Ducks',
    ],
  },
  {
    tier: 'rarity',
    role: 'first set',
    pell: [
      'A Suitcase Named Doris',
      'Brother Asterisk',
      'Cabbage Moon',
      'Deputy Dandelion',
      'Half-Dollar Hymn',
      'Jigsaw Preacher',
      'Mayor of Nothing Much',
      'Pawnshop Tuba',
      'Sorry, Wrong Canyon',
    ],
    others: [
      'Bituminous Bob',
      'Buttonhook Betty',
      "Clementine's Anvil",
      'Eleven Inches of Rain',
      'Fiddlehead Fire',
      'Gooseneck Lamp',
      'Hat Trick for Helen',
      'Inchworm Avenue',
      'Knuckle Sandwich Sunday',
      'Lantern Jaw',
      'Nickel-Plated Nightingale',
      'Oyster Telegraph',
      'Quicklime Rag',
      'Rhubarb Standoff',
      "Tuesday's Hammer",
    ],
  },
  {
    tier: 'rarity',
    role: 'jam',
    pell: [
      'Cloud Chamber Music',
      'Hydra in the Reservoir',
      "Kelvin's Zero",
      'Night Shift at the Planetarium',
    ],
    others: [
      'Abyssal Plainsong',
      'Barometric Blues',
      'Deep Field Holler',
      'Echo Lake Ordinance',
      'Feedback Orchard',
      'The Green Flash Society',
      'Ion Garden Party',
      'Jupiter Sinking Fund',
      'Ley Line Shuffle',
      'Murmuration Reel',
      'Oscillating Uncle',
      'Pendulum Weather',
    ],
  },
  {
    tier: 'rarity',
    role: 'closer',
    pell: ["All the King's Plumbers", 'Crescendo County'],
    others: [
      'Blow the Roof Off Gently',
      'Fireworks for Cattle',
      'Gallop Toward Gladness',
      'The Great Molasses Race',
      'Heave and Hallelujah',
      'Stampede at Low Tide',
    ],
  },
  {
    tier: 'rarity',
    role: 'encore',
    pell: ['Candle in a Coffee Can', 'Night Mail to Nora', 'Small Brass Key'],
    others: [
      'A Blanket for the Piano',
      'Dim the Prairie',
      'Farewell, Fluorescent',
      'Ink Runs Out',
      'Wait for the Whippoorwill',
    ],
  },
  {
    tier: 'rarity',
    role: 'anywhere',
    pell: [
      'Bonfire of the Receipts',
      'Catalog of Small Winds',
      'Grandfather Paradox Polka',
      "Jackdaw's Inventory",
      'Lost Mitten Philharmonic',
      'Parking Lot Jupiter',
      'Radio for an Old Dog',
      'Snow on the Antenna',
      'Wishbone Referendum',
    ],
    others: [
      'Alphabet Sweeper',
      'Bellwether Blues',
      'Camphor and Clover',
      'Chandelier Repair',
      'Comet Tail Rag',
      'Dead Letter Dance',
      'Elbow Room at the Opera',
      'Foghorn Lullaby',
      'Galoshes for Gabriel',
      'Haystack Needle Blues',
      'Icebox Sonata',
      'Kerosene Sermon',
      "Lefty's Abacus",
      'Molehill Mountaineer',
      "Nobody's Barometer",
      'Otter on the Interstate',
      'Quilt of Many Arguments',
      'Saddle Shoe Séance',
      'Spare Tire Eclipse',
      'Tin Whistle Treaty',
      'Umbrella Stand-Off',
      'Vinegar Hymnal',
    ],
  },
]

/** In the order in which they are played for the first time. */
const newcomers: Chapter = {
  tier: 'newcomer',
  role: 'anywhere',
  pell: [
    'Aperture Hymn',
    'Brand New Antlers',
    'Cinder Path Crossing',
    'Driftwood Congress',
    'Every Gauge in the Red',
    'Fable of the Two Clocks',
    'Gaslight Gardener',
    'Hummingbird Subpoena',
    'Ivory Bulldozer',
    'Jubilee Ditch',
  ],
  others: [
    'Kindling Kings',
    'Lemonade Dynasty',
    'Monsoon Manual',
    'Nectarine Alibi',
    'Observatory Hill Rag',
    "Pilgrim's Odometer",
    'Quorum of Crows',
    'Rooftop Regatta',
    'Sundial at Midnight',
    'Trapdoor Spring',
  ],
}

/** Every title that the demo band knows. All of them are invented. */
export const CHAPTERS: readonly Chapter[] = [...staples, ...regulars, ...rarities, newcomers]
